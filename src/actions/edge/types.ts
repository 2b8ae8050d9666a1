import type { Risk } from "../../rules/dns/risk.ts";

export interface EdgeChange {
	kind: "edge";
	/** The profile that is bound now; null if there is none, or the service does not report it. */
	before: string | null;
	after: string;
	/**
	 * The domain's own nameservers and those of the profile, which replace them. `after` is null if the service does not
	 * report the profile's servers in advance. The whole field is null if no nameservers change.
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
