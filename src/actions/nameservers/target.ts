import type { NameserverPreset } from "@domains/contract/admin.ts";
import { readNameservers } from "@domains/contract/records/name.ts";
import type { NameserverTarget } from "../../rules/nameserver-target.ts";
import type { NameserversPlan } from "../../store/schema/operations.ts";
import type { NameserverRefusal } from "./types.ts";

export type ResolvedTarget = Pick<NameserversPlan, "target" | "preset">;

/**
 * Returns the wanted nameservers in lower-case punycode, or the reason why they are invalid. Replaces a preset with its
 * nameservers if the bot can read them. So the order sends the nameservers that the screen showed, even if the preset
 * changes meanwhile. `known`: the presets of the account; null if the bot cannot list them.
 */
export function resolve(
	target: NameserverTarget,
	known: readonly NameserverPreset[] | null,
): ResolvedTarget | NameserverRefusal {
	if ("presetKey" in target) {
		const { presetKey } = target;
		if (!known) return { target };
		const preset = known.find(({ key }) => key === presetKey);
		if (!preset) return { kind: "unknown_preset", presetKey };
		return { target: { nameservers: preset.nameservers }, preset: presetKey };
	}
	const read = readNameservers(target.nameservers);
	if (read.ok) return { target: { nameservers: read.nameservers } };
	const { problem, part } = read;
	return { kind: "bad_nameservers", problem, ...(part !== undefined && { part }) };
}
