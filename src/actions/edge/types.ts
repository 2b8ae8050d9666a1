import type { Risk } from "../../rules/dns/risk.ts";
import type { Actor } from "../actor.ts";
import type { PlanResult } from "../dns/types.ts";

export interface EdgeChange {
	kind: "edge";
	/** The profile that was bound, as far as the service tells. */
	before: string | null;
	after: string;
	/** Nameservers that the domain leaves for those of the profile, which only some services name beforehand; null where it has none to leave. */
	servers: { before: readonly string[]; after: readonly string[] | null } | null;
	risks: readonly Risk[];
}

/** There is none of that key, it is switched off, or not meant for the domain's ending. */
export type EdgeProblem = "missing" | "off" | "zone";

export interface BadProfile {
	kind: "bad_profile";
	domain: string;
	profileKey: string;
	problem: EdgeProblem;
}

export interface EdgeActions {
	/**
	 * Plans to bind a profile. Where the account's profiles are not known, whether it fits the domain is found out by doing
	 * (`edge_not_configured`).
	 */
	plan(input: Actor & { domain: string; profileKey: string }): Promise<PlanResult | { kind: "bad_key" } | BadProfile>;
}
