import type { NameserverProblem } from "../../rules/dns/nameservers.ts";
import type { Risk } from "../../rules/dns/risk.ts";

export interface NameserversChange {
	kind: "nameservers";
	before: readonly string[];
	/** Null for a preset of an external service, since only that service knows its servers. */
	after: readonly string[] | null;
	/** The preset that `after` comes from, or that replaces it. */
	presetKey: string | null;
	/** True if the edge profile stops answering for the domain. */
	leavesEdge: boolean;
	risks: readonly Risk[];
}

/** The servers themselves, or the key of a preset in the account at the service. */
export type NameserverTarget = { nameservers: readonly string[] } | { presetKey: string };

export type NameserverRefusal =
	| { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }
	/** The account has no preset with that key. If its presets are unknown, the service answers so. */
	| { kind: "unknown_preset"; presetKey: string };

/** `all`: the list is complete. An external service does not list its presets, so only some are known there. */
export interface KnownPresets {
	keys: readonly string[];
	all: boolean;
}
