import type { NameserverTarget } from "../../../actions/index.ts";

/**
 * Parses a preset, such as `preset default`, or nameservers separated by spaces, commas or semicolons. Does not
 * validate the names.
 */
export function readTarget(text: string): NameserverTarget {
	const [, presetKey] = /^preset\s+(\S+)$/i.exec(text.trim()) ?? [];
	if (presetKey !== undefined) return { presetKey };
	return { nameservers: text.split(/[\s,;]+/).filter((word) => word !== "") };
}

/** Returns the text that `readTarget` parses to this target. */
export function textOf(target: NameserverTarget): string {
	return "presetKey" in target ? `preset ${target.presetKey}` : target.nameservers.join(" ");
}
