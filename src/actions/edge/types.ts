import type { Risk } from "../../rules/dns/risk.ts";

export interface EdgeChange {
	kind: "edge";
	/** The profile bound before; null if there was none, or the service does not report it. */
	before: string | null;
	after: string;
	/**
	 * Nameservers that the domain exchanges for those of the profile, which only some services name in advance. Null
	 * if there are none to leave.
	 */
	servers: { before: readonly string[]; after: readonly string[] | null } | null;
	risks: readonly Risk[];
}

/** `missing`: no profile has this key. `off`: it is switched off. `zone`: it does not serve the domain's TLD. */
export type EdgeProblem = "missing" | "off" | "zone";

export interface BadProfile {
	kind: "bad_profile";
	domain: string;
	profileKey: string;
	problem: EdgeProblem;
}
