import { readNameservers } from "@domains/contract/records/nameservers.ts";
import type { NameserverTarget } from "../../rules/nameserver-target.ts";
import type { Account } from "../../store/accounts.ts";
import type { NameserversPlan } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { allPresets } from "./presets.ts";
import type { NameserverRefusal } from "./types.ts";

export type ResolvedTarget = Pick<NameserversPlan, "target" | "preset">;

/** Returns the nameservers in lower-case punycode, or the reason why they are invalid. Returns a preset unchanged. */
export function inOneForm(target: NameserverTarget): NameserverTarget | NameserverRefusal {
	if ("presetKey" in target) return target;
	const read = readNameservers(target.nameservers);
	if (read.ok) return { nameservers: read.nameservers };
	const { problem, part } = read;
	return { kind: "bad_nameservers", problem, ...(part !== undefined && { part }) };
}

/**
 * Replaces a preset with its nameservers if the bot can read them. So the order sends the nameservers that the screen
 * showed, even if the preset changes meanwhile.
 */
export async function resolve(
	deps: Deps,
	account: Account,
	target: NameserverTarget,
): Promise<ResolvedTarget | NameserverRefusal> {
	const known = "presetKey" in target ? await allPresets(deps, account) : null;
	if (!known || !("presetKey" in target)) return { target };
	const { presetKey } = target;
	const preset = known.find(({ key }) => key === presetKey);
	if (!preset) return { kind: "unknown_preset", presetKey };
	return { target: { nameservers: preset.nameservers }, preset: presetKey };
}
