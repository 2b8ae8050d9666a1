import type { Risk } from "@domains/dns/plan.ts";

export interface EdgeChange {
	kind: "edge";
	/** The profile that is bound before the change; null if there is none, or the service does not report it. */
	before: string | null;
	after: string;
	/**
	 * The domain's nameservers before the change, and the profile's nameservers that replace them. `after` is null if the
	 * service does not report the profile's nameservers in advance. `servers` is null if the change replaces no
	 * nameservers.
	 */
	servers: { before: readonly string[]; after: readonly string[] | null } | null;
	risks: readonly Risk[];
}

/**
 * Why a domain cannot get an edge profile. `missing`: no profile has this key. `off`: the profile is switched off.
 * `zone`: the profile does not serve the domain's TLD.
 */
export type EdgeProblem = "missing" | "off" | "zone";

export interface BadProfile {
	kind: "bad_profile";
	domain: string;
	profileKey: string;
	problem: EdgeProblem;
}
