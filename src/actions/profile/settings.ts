import type { AdminAccount, DefaultConfig, EdgeProfile } from "@domains/contract/admin.ts";
import { parseTld } from "@domains/contract/tlds.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { list as listPrices } from "../price/list.ts";
import { change, changeAccess, openOwned } from "./owned.ts";
import type { ChangeResult } from "./types.ts";

export async function setApi(
	deps: Deps,
	{ personId, enabled, sure = false }: Actor & { enabled: boolean; sure?: boolean },
): Promise<ChangeResult> {
	if (!enabled && !sure) {
		const owned = await openOwned(deps, personId);
		return owned.kind === "mine" ? { kind: "ask_twice", warning: "api_off" } : owned;
	}
	return changeAccess(deps, personId, ["setApi", enabled], (key, { admin, userId }) =>
		admin.setApi(key, userId, enabled),
	);
}

export async function setDefaults(
	deps: Deps,
	{ personId, defaults }: Actor & { defaults: Partial<DefaultConfig> },
): Promise<ChangeResult> {
	return change(deps, personId, ["setDefaults", defaults], (key, { admin, userId }) =>
		admin.setDefaults(key, userId, defaults),
	);
}

export async function savePreset(
	deps: Deps,
	{ personId, key: presetKey, nameservers }: Actor & { key: string; nameservers: readonly string[] },
): Promise<ChangeResult> {
	const preset = { key: presetKey.trim(), nameservers: [...nameservers] };
	const before = await accountOf(deps, personId);
	const result = await change(deps, personId, ["savePreset", preset], (key, { admin, userId }) =>
		admin.savePreset(key, userId, preset),
	);
	if (result.kind !== "changed") return result;
	const { key } = preset;
	const [known, kept] = [before, result.profile].map((each) => each?.presets.find((one) => one.key === key));
	if (!known || known.nameservers.join() === kept?.nameservers.join()) return result;
	const isDefault = before?.defaults.nameserverPresetKey === key;
	return { ...result, replaced: { key, was: known.nameservers, isDefault } };
}

export async function removePreset(
	deps: Deps,
	{ personId, key: presetKey, sure = false }: Actor & { key: string; sure?: boolean },
): Promise<ChangeResult> {
	const isDefault = !sure && (await accountOf(deps, personId))?.defaults.nameserverPresetKey === presetKey;
	if (isDefault) return { kind: "ask_twice", warning: "default_preset" };
	return change(deps, personId, ["removePreset", presetKey], (key, { admin, userId }) =>
		admin.removePreset(key, userId, presetKey),
	);
}

/** Creates or replaces an edge profile. `zones`: the TLDs that it serves; null for all. */
export async function saveEdgeProfile(
	deps: Deps,
	{ personId, ...input }: Actor & { key: string; enabled: boolean; zones: readonly string[] | null; sure?: boolean },
): Promise<ChangeResult> {
	const { enabled, zones, sure = false } = input;
	const profile = { key: input.key.trim(), enabled, zones: zones && [...zones] };
	const { key } = profile;
	const before = await accountOf(deps, personId);
	const known = before?.edgeProfiles.find((each) => each.key === key);
	const isDefault = before?.defaults.edgeProfileKey === key;
	const warning = !sure && isDefault && known?.enabled && lossOf(known, profile);
	if (warning) return { kind: "ask_twice", warning };
	const result = await change(deps, personId, ["saveEdgeProfile", profile], (call, { admin, userId }) =>
		admin.saveEdgeProfile(call, userId, profile),
	);
	if (result.kind !== "changed") return result;
	const kept = result.profile.edgeProfiles.find((each) => each.key === key)?.zones ?? null;
	if (known && known.zones?.join() === kept?.join()) return result;
	const unsold = await unsoldOf(deps, personId, kept ?? []);
	return { ...result, unsold, ...(known && { replaced: { key, was: known.zones, isDefault } }) };
}

/**
 * Orders may rely on the default edge profile. So a change that switches this profile off, or removes TLDs from it,
 * needs a second confirmation. Returns which of the two it is; undefined for any other change.
 */
function lossOf(before: EdgeProfile, after: EdgeProfile): "default_edge_off" | "default_edge_zones" | undefined {
	if (!after.enabled) return "default_edge_off";
	if (after.zones === null) return undefined;
	const remaining = new Set(after.zones.map(parseTld));
	// `parseTld` returns undefined for a malformed TLD. The service will refuse the whole change, so there is nothing to
	// confirm.
	if (remaining.has(undefined)) return undefined;
	return before.zones?.every((zone) => remaining.has(zone)) ? undefined : "default_edge_zones";
}

/** Returns those of the TLDs that the service does not sell; empty if its prices cannot be read. */
async function unsoldOf(deps: Deps, personId: number, zones: readonly string[]): Promise<string[]> {
	const sold = zones.length === 0 ? null : await listPrices(deps, { personId });
	if (sold?.kind !== "prices") return [];
	return zones.filter((zone) => !sold.prices.some((price) => price.zone === zone));
}

export async function removeEdgeProfile(
	deps: Deps,
	{ personId, key: profileKey, sure = false }: Actor & { key: string; sure?: boolean },
): Promise<ChangeResult> {
	const isDefault = !sure && (await accountOf(deps, personId))?.defaults.edgeProfileKey === profileKey;
	if (isDefault) return { kind: "ask_twice", warning: "default_edge" };
	return change(deps, personId, ["removeEdgeProfile", profileKey], (key, { admin, userId }) =>
		admin.removeEdgeProfile(key, userId, profileKey),
	);
}

/**
 * Reads the account through the service's admin interface. Returns null if the person does not own the account. The
 * caller's next call then reports the error.
 */
async function accountOf(deps: Deps, personId: number): Promise<AdminAccount | null> {
	const owned = await openOwned(deps, personId);
	const shown = owned.kind === "mine" ? await owned.admin.show(owned.userId) : null;
	return shown?.kind === "done" ? shown.value : null;
}
