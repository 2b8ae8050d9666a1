import type { DefaultConfig } from "../../contract/desk.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { change, changeAccess, openOwned } from "./owned.ts";
import type { ChangeResult } from "./types.ts";

export async function setApi(
	deps: Deps,
	{ personId, enabled, sure = false }: Actor & { enabled: boolean; sure?: boolean },
): Promise<ChangeResult> {
	if (!enabled && !sure) {
		const owned = await openOwned(deps, personId);
		return owned.kind === "mine" ? { kind: "ask_twice", doubt: "api_off" } : owned;
	}
	return changeAccess(deps, personId, ["setApi", enabled], (key, { desk, userId }) =>
		desk.setApi(key, userId, enabled),
	);
}

export async function setDefaults(
	deps: Deps,
	{ personId, defaults }: Actor & { defaults: Partial<DefaultConfig> },
): Promise<ChangeResult> {
	return change(deps, personId, ["setDefaults", defaults], (key, { desk, userId }) =>
		desk.setDefaults(key, userId, defaults),
	);
}

export async function savePreset(
	deps: Deps,
	{ personId, key: presetKey, nameservers }: Actor & { key: string; nameservers: readonly string[] },
): Promise<ChangeResult> {
	const preset = { key: presetKey.trim(), nameservers: [...nameservers] };
	return change(deps, personId, ["savePreset", preset], (key, { desk, userId }) =>
		desk.savePreset(key, userId, preset),
	);
}

export async function removePreset(
	deps: Deps,
	{ personId, key: presetKey, sure = false }: Actor & { key: string; sure?: boolean },
): Promise<ChangeResult> {
	const isDefault = !sure && (await defaultsOf(deps, personId))?.nameserverPresetKey === presetKey;
	if (isDefault) return { kind: "ask_twice", doubt: "default_preset" };
	return change(deps, personId, ["removePreset", presetKey], (key, { desk, userId }) =>
		desk.removePreset(key, userId, presetKey),
	);
}

export async function saveEdgeProfile(
	deps: Deps,
	{ personId, ...input }: Actor & { key: string; enabled: boolean; zones: readonly string[] | null },
): Promise<ChangeResult> {
	const { enabled, zones } = input;
	const profile = { key: input.key.trim(), enabled, zones: zones && [...zones] };
	return change(deps, personId, ["saveEdgeProfile", profile], (key, { desk, userId }) =>
		desk.saveEdgeProfile(key, userId, profile),
	);
}

export async function removeEdgeProfile(
	deps: Deps,
	{ personId, key: profileKey, sure = false }: Actor & { key: string; sure?: boolean },
): Promise<ChangeResult> {
	const isDefault = !sure && (await defaultsOf(deps, personId))?.edgeProfileKey === profileKey;
	if (isDefault) return { kind: "ask_twice", doubt: "default_edge" };
	return change(deps, personId, ["removeEdgeProfile", profileKey], (key, { desk, userId }) =>
		desk.removeEdgeProfile(key, userId, profileKey),
	);
}

/** Null for whoever does not own the account, which is said elsewhere. */
async function defaultsOf(deps: Deps, personId: number): Promise<DefaultConfig | null> {
	const owned = await openOwned(deps, personId);
	const shown = owned.kind === "mine" ? await owned.desk.show(owned.userId) : null;
	return shown?.kind === "done" ? shown.value.defaults : null;
}
