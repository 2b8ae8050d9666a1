import type { NameserverProblem } from "../../rules/dns/nameservers.ts";
import type { Risk } from "../../rules/dns/risk.ts";
import type { Actor } from "../actor.ts";
import type { PlanResult } from "../dns/types.ts";

export interface NameserversChange {
	kind: "nameservers";
	before: readonly string[];
	/** Null for a preset: which servers it stands for is the service's knowledge. */
	after: readonly string[] | null;
	presetKey: string | null;
	risks: readonly Risk[];
}

/** Either the servers themselves, or the key of a preset that the account keeps at the service. */
export type NameserverTarget = { nameservers: readonly string[] } | { presetKey: string };

/** `all`: the account has no others. A service elsewhere does not say which there are, so only some are known there. */
export interface KnownPresets {
	keys: readonly string[];
	all: boolean;
}

export interface NameserverActions {
	/** `unknown_preset`: the account has no preset of that key. Where its presets are not known, the service says so. */
	plan(
		input: Actor & { domain: string; target: NameserverTarget },
	): Promise<
		| PlanResult
		| { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }
		| { kind: "unknown_preset"; presetKey: string }
	>;
	presets(input: Actor): Promise<KnownPresets>;
}
