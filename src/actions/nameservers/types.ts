import type { NameserverProblem } from "../../rules/dns/nameservers.ts";
import type { Risk } from "../../rules/dns/risk.ts";
import type { Actor } from "../actor.ts";
import type { PlanResult } from "../dns/types.ts";

export interface NameserversChange {
	kind: "nameservers";
	before: readonly string[];
	/** Null for a preset of a service elsewhere, which alone knows what servers it stands for. */
	after: readonly string[] | null;
	/** The preset that `after` was taken from, or that stands in its place. */
	presetKey: string | null;
	/** The edge profile that answers for the domain does so no longer. */
	leavesEdge: boolean;
	risks: readonly Risk[];
}

/** Either the servers themselves, or the key of a preset that the account keeps at the service. */
export type NameserverTarget = { nameservers: readonly string[] } | { presetKey: string };

export type NameserverRefusal =
	| { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }
	/** The account has no preset of that key. Where its presets are not known, the service says so. */
	| { kind: "unknown_preset"; presetKey: string };

/** `all`: the account has no others. A service elsewhere does not say which there are, so only some are known there. */
export interface KnownPresets {
	keys: readonly string[];
	all: boolean;
}

export interface NameserverActions {
	plan(input: Actor & { domain: string; target: NameserverTarget }): Promise<PlanResult | NameserverRefusal>;
	presets(input: Actor): Promise<KnownPresets>;
}
