import type {
	AdminCode,
	AdminPrice,
	AdminReason,
	DefaultConfig,
	EdgeProfile,
	NameserverPreset,
} from "@domains/contract/admin.ts";
import { builtInPreset } from "@domains/contract/dns.ts";
import { limits } from "@domains/contract/limits.ts";
import { readNameservers } from "@domains/contract/names.ts";
import { parseTld } from "@domains/contract/tlds.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq } from "drizzle-orm";
import { quote } from "../refusal.ts";
import { accounts, edgeProfiles, presets, prices } from "../schema.ts";
import { nameserversSentence } from "../setup.ts";
import { AdminRefusal, lockAccount } from "./calls.ts";

export async function savePreset(tx: Tx, userId: number, preset: NameserverPreset): Promise<void> {
	await lockAccount(tx, userId);
	const key = readKey(preset.key);
	if (key === builtInPreset) throw invalid(`The preset ${key} is built in.`, { problem: "preset_built_in", part: key });
	const nameservers = readServers(preset.nameservers);
	await tx
		.insert(presets)
		.values({ accountId: userId, key, nameservers })
		.onConflictDoUpdate({ target: [presets.accountId, presets.key], set: { nameservers } });
}

export async function removePreset(tx: Tx, userId: number, key: string): Promise<void> {
	const account = await lockAccount(tx, userId);
	const removed = await tx
		.delete(presets)
		.where(and(eq(presets.accountId, userId), eq(presets.key, key)))
		.returning({ key: presets.key });
	if (removed.length === 0) throw noPreset(key);
	if (account.defaultPresetKey === key) await update(tx, userId, { defaultPresetKey: null });
}

export async function saveEdgeProfile(tx: Tx, userId: number, profile: EdgeProfile): Promise<void> {
	await lockAccount(tx, userId);
	const key = readKey(profile.key);
	const zones = profile.zones && [...new Set(profile.zones.map(readZone))];
	const set = { enabled: profile.enabled, zones };
	await tx
		.insert(edgeProfiles)
		.values({ accountId: userId, key, ...set })
		.onConflictDoUpdate({ target: [edgeProfiles.accountId, edgeProfiles.key], set });
}

export async function removeEdgeProfile(tx: Tx, userId: number, key: string): Promise<void> {
	const account = await lockAccount(tx, userId);
	const removed = await tx
		.delete(edgeProfiles)
		.where(and(eq(edgeProfiles.accountId, userId), eq(edgeProfiles.key, key)))
		.returning({ key: edgeProfiles.key });
	if (removed.length === 0) throw noEdge("validation_error", key);
	if (account.defaultEdgeKey === key) await update(tx, userId, { defaultEdgeKey: null });
}

export async function setDefaults(tx: Tx, userId: number, defaults: Partial<DefaultConfig>): Promise<void> {
	await lockAccount(tx, userId);
	const { nameserverPresetKey, edgeProfileKey, defaultTtl } = defaults;
	if (nameserverPresetKey) await requirePreset(tx, userId, nameserverPresetKey);
	if (edgeProfileKey) await requireEdgeProfile(tx, userId, edgeProfileKey);
	if (defaultTtl != null) requireTtl(defaultTtl);
	const set = {
		...(nameserverPresetKey !== undefined && { defaultPresetKey: nameserverPresetKey }),
		...(edgeProfileKey !== undefined && { defaultEdgeKey: edgeProfileKey }),
		...(defaultTtl !== undefined && { defaultTtl }),
	};
	if (Object.keys(set).length > 0) await update(tx, userId, set);
}

/**
 * Existing orders keep their price. Without `premium`, a zone that is already on sale keeps its flag, and a new zone is
 * not premium.
 */
export async function setPrice(tx: Tx, price: AdminPrice): Promise<Required<AdminPrice>> {
	const zone = readZone(price.zone);
	const { registerCents, renewCents, premium } = price;
	for (const cents of [registerCents, renewCents]) {
		if (!Number.isInteger(cents) || cents < 0 || cents > 10_000_000) throw invalid("The price is out of range.");
	}
	const [row] = await tx
		.insert(prices)
		.values({ zone, registerCents, renewCents, premium: premium ?? false })
		.onConflictDoUpdate({
			target: prices.zone,
			set: { registerCents, renewCents, ...(premium !== undefined && { premium }) },
		})
		.returning();
	if (!row) throw new Error("the update of a price returned no row");
	return row;
}

async function requirePreset(tx: Tx, userId: number, key: string): Promise<void> {
	if (key === builtInPreset) return;
	const found = await tx
		.select()
		.from(presets)
		.where(and(eq(presets.accountId, userId), eq(presets.key, key)));
	if (found.length === 0) throw noPreset(key);
}

async function requireEdgeProfile(tx: Tx, userId: number, key: string): Promise<void> {
	const own = and(eq(edgeProfiles.accountId, userId), eq(edgeProfiles.key, key));
	if ((await tx.select().from(edgeProfiles).where(own)).length === 0) throw noEdge("edge_not_configured", key);
}

function requireTtl(ttl: number): void {
	const { min, max } = limits.ttl;
	if (!Number.isInteger(ttl) || ttl < min || ttl > max) {
		throw invalid(`A TTL must be ${min} to ${max} seconds.`, { problem: "ttl" });
	}
}

async function update(tx: Tx, userId: number, set: Partial<typeof accounts.$inferInsert>): Promise<void> {
	await tx.update(accounts).set(set).where(eq(accounts.id, userId));
}

function readKey(key: string): string {
	if (/^[\w.-]{1,64}$/.test(key)) return key;
	const reason = { problem: "key", part: quote(key) } as const;
	throw invalid("A key must have 1 to 64 letters, digits, dots, hyphens or underscores.", reason);
}

/** In punycode with a leading dot, as in the price list. */
function readZone(zone: string): string {
	const parsed = parseTld(zone);
	if (parsed !== undefined) return parsed;
	const part = quote(zone);
	throw invalid(`${part} is not a zone.`, { problem: "zone", part });
}

function readServers(texts: readonly string[]): string[] {
	const read = readNameservers(texts);
	if (read.ok) return read.nameservers;
	const part = read.part === undefined ? {} : { part: quote(read.part) };
	const reason = { problem: `servers_${read.problem}`, ...part } as const;
	throw invalid(nameserversSentence(read), reason);
}

function noPreset(key: string): AdminRefusal {
	return invalid(`There is no preset ${key}.`, { problem: "preset_missing", part: key });
}

function noEdge(code: AdminCode, key: string): AdminRefusal {
	return new AdminRefusal(code, `There is no edge profile ${key}.`, { problem: "edge_missing", part: key });
}

function invalid(message: string, reason?: AdminReason): AdminRefusal {
	return new AdminRefusal("validation_error", message, reason);
}
