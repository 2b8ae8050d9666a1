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

export interface NameserverActions {
	plan(
		input: Actor & { domain: string; target: NameserverTarget },
	): Promise<PlanResult | { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }>;
}
