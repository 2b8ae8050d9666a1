import { nameserverCount, parseHost } from "@domains/contract/names.ts";

/** The wanted nameservers: their host names, or the key of a preset of the account. */
export type NameserverTarget = { nameservers: readonly string[] } | { presetKey: string };

/**
 * Parses a preset, such as `preset default`, or nameservers separated by spaces, commas or semicolons. Does not
 * validate the names.
 */
export function readTarget(text: string): NameserverTarget {
	const [, presetKey] = /^preset\s+(\S+)$/i.exec(text.trim()) ?? [];
	if (presetKey !== undefined) return { presetKey };
	return { nameservers: text.split(/[\s,;]+/).filter((word) => word !== "") };
}

/** Returns a target as a text that `readTarget` can parse. */
export function textOf(target: NameserverTarget): string {
	return "presetKey" in target ? `preset ${target.presetKey}` : target.nameservers.join(" ");
}

/**
 * True if a text contains only hostnames, as many as a domain may have nameservers, and at least one hostname has three
 * labels, such as `ns1.example.net`. On the screen of a domain's nameservers, such a text contains the new nameservers.
 * If all names have two labels, they are more likely domains to search for. IP addresses and repeated hostnames count
 * as hostnames, so that the bot says what is wrong with them.
 */
export function namesServers(text: string): boolean {
	const target = readTarget(text);
	if ("presetKey" in target) return false;
	const count = target.nameservers.length;
	if (count < nameserverCount.min || count > nameserverCount.max) return false;
	const hosts = target.nameservers.map((each) => parseHost(each));
	const labels = hosts.map((host) => (host.ok && !/[*_]/.test(host.ascii) ? host.labels.length : 0));
	return labels.every((each) => each > 1) && labels.some((each) => each > 2);
}
