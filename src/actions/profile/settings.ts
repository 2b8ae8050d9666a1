import type { AdminAccount, DefaultConfig, EdgeProfile } from "@domains/contract/admin.ts";
import { limits } from "@domains/contract/limits.ts";
import { parseTld } from "@domains/contract/tlds.ts";
import { isAllowedBy, type ProfileWarning } from "../../rules/profile.ts";
import { findFreeze } from "../../store/freezes.ts";
import { verifyToken } from "../access.ts";
import { replaceToken } from "../connection/managed-account.ts";
import type { Actor, Deps } from "../deps.ts";
import { list as listPrices } from "../price.ts";
import {
	type ByButton,
	type ChangeResult,
	change,
	changeAccess,
	type Owned,
	once,
	openOwned,
	profileOf,
	type SecretResult,
} from "./profile.ts";

/** While the account is frozen, the API can only be turned off: programs that use it are not frozen. */
export async function setApi(
	deps: Deps,
	{ personId, enabled, sure = false }: Actor & { enabled: boolean; sure?: boolean },
): Promise<ChangeResult> {
	if (!enabled && !sure) {
		const owned = await openOwned(deps, personId);
		return owned.kind === "mine" ? { kind: "ask_twice", warning: "api_off" } : owned;
	}
	const set = (key: string, { admin, userId }: Owned) => admin.setApi(key, userId, enabled);
	return changeAccess(deps, personId, ["setApi", enabled], set, { weakens: enabled });
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

type Input = Actor & { add?: readonly string[]; remove?: readonly string[]; sure?: boolean };

/**
 * Adds and removes entries of the account's whitelist. Each entry is an IP address or a network. Without `sure`, asks
 * for a second confirmation if the change would admit everyone, or exclude this bot or all callers. While the account is
 * frozen, admits only this bot, and excludes neither this bot nor all callers.
 */
export async function editWhitelist(
	deps: Deps,
	{ personId, add = [], remove = [], sure = false }: Input,
): Promise<ChangeResult> {
	const [added, removed] = [add.map((each) => each.trim()), remove.map((each) => each.trim())];
	if (!sure) {
		const warning = added.some(isEveryone) ? "everyone" : await shutOut(deps, personId, added, removed);
		if (warning) return { kind: "ask_twice", warning };
	}
	const isOwn = added.every((entry) => deps.service.egress.includes(entry));
	const weakens = !isOwn || (await shutOut(deps, personId, [], removed)) !== undefined;
	const edit = (key: string, { admin, userId }: Owned) =>
		admin.editWhitelist(key, userId, { add: added, remove: removed });
	const result = await changeAccess(deps, personId, ["editWhitelist", added, removed], edit, { weakens });
	return result.kind === "changed" ? { ...result, networks: networksOf(added, result.profile.whitelist) } : result;
}

/**
 * Returns the networks that the service stored instead of the entered ones. For example, it stores `198.51.100.0/24`
 * for `198.51.100.5/24`.
 */
function networksOf(added: readonly string[], whitelist: readonly string[]): string[] {
	const named = added.filter((entry) => entry.includes("/") && !whitelist.includes(entry.toLowerCase()));
	return named.flatMap((entry) => {
		const [address = "", length] = entry.split("/");
		return whitelist.filter((kept) => kept.endsWith(`/${Number(length)}`) && isAllowedBy([kept])(address));
	});
}

/** True for a network that contains all IPv4 or all IPv6 addresses. `::ffff:0:0/96` contains all IPv4 addresses. */
function isEveryone(entry: string): boolean {
	return /\/0+$/.test(entry) || /^::ffff:.*\/0*96$/i.test(entry);
}

async function shutOut(
	deps: Deps,
	personId: number,
	add: string[],
	remove: string[],
): Promise<ProfileWarning | undefined> {
	if (add.length > 0 || remove.length === 0) return undefined;
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return undefined;
	const shown = await owned.admin.show(owned.userId);
	if (shown.kind === "refused") return undefined;
	const { whitelist } = shown.value;
	const remaining = whitelist.filter((entry) => !remove.includes(entry));
	if (remaining.length === whitelist.length) return undefined;
	if (remaining.length === 0) return "last_address";
	const [before, after] = [isAllowedBy(whitelist), isAllowedBy(remaining)];
	return deps.service.egress.some((address) => before(address) && !after(address)) ? "own_address" : undefined;
}

/** The sum that an order without enough money adds. */
const topUpCents = 50_000;

/**
 * Adds play money, $500 unless `cents` says otherwise, to the active sandbox account. A second tap on the same button
 * adds nothing.
 */
export async function topUp(
	deps: Deps,
	{ personId, buttonId, cents = topUpCents }: ByButton & { cents?: number },
): Promise<ChangeResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	if (!owned.account.sandbox) return { kind: "not_owner" };
	const { admin, userId } = owned;
	const result = await once(
		deps,
		owned,
		cents === topUpCents ? ["topUp"] : ["topUp", cents],
		(key) => admin.credit(key, userId, cents),
		buttonId,
	);
	return result.kind === "refused" ? result : { kind: "changed", profile: await profileOf(deps, owned, result.value) };
}

/**
 * Issues a new token for the person's account. This bot uses it at once, and the old token stops working. If there is
 * an old token, asks for a second confirmation unless `sure` is set. While the account is frozen, replaces no token,
 * because that would disconnect the others.
 */
export async function issueToken(
	deps: Deps,
	{ personId, buttonId, sure = false }: ByButton & { sure?: boolean },
): Promise<SecretResult | { kind: "short"; balanceCents: number; neededCents: number }> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const { admin, userId, account } = owned;
	const before = await admin.show(userId);
	if (before.kind === "refused") return before;
	const { balanceCents, token: old } = before.value;
	const neededCents = limits.tokenBalanceCents;
	if (balanceCents < neededCents) return { kind: "short", balanceCents, neededCents };
	if (old !== null && (await findFreeze(deps.db, { accountId: account.id, domain: "" }))) return { kind: "frozen" };
	if (old !== null && !sure) return { kind: "ask_twice", warning: "old_token" };
	/**
	 * True if the token is still the account's current one. A repeated tap on the same button returns the token of the
	 * first tap, which may have been replaced since.
	 */
	const isInForce = async (token: string): Promise<boolean> => {
		const shown = await admin.show(userId);
		return shown.kind === "done" && shown.value.token?.lastFour === token.slice(-4);
	};
	const issue = async (key: string) => {
		const result = await replaceToken(deps, account, () => admin.issueToken(key, userId));
		// Store the token before `once` counts this tap as done. After an interruption, the next tap gets the same token
		// again.
		if (result.kind === "done" && (await isInForce(result.value.token))) {
			const { id: accountId, serviceUrl } = account;
			await verifyToken(deps, { personId, serviceUrl, token: result.value.token, owned: true, accountId });
		}
		return result;
	};
	const issued = await once(deps, owned, ["issueToken"], issue, buttonId);
	if (issued.kind !== "done") return issued;
	const { token: secret } = issued.value;
	const after = await admin.show(userId);
	if (after.kind === "refused") return after;
	// A newer token has replaced the token that this button issued. Ask before another token replaces the newer one.
	if (after.value.token?.lastFour !== secret.slice(-4)) return { kind: "ask_twice", warning: "old_token" };
	return { kind: "shown_once", secret, profile: await profileOf(deps, owned, after.value) };
}
