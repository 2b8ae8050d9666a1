import type { NameserverProblem } from "@domains/contract/records/name.ts";
import type { Risk } from "@domains/dns/plan.ts";

export interface NameserversChange {
	kind: "nameservers";
	before: readonly string[];
	/** The new nameservers. Null for a preset of an external service, which does not list the preset's nameservers. */
	after: readonly string[] | null;
	/** The key of the chosen preset; null if the person entered the nameservers. */
	presetKey: string | null;
	/** True if the change disconnects the domain from its edge profile. */
	leavesEdge: boolean;
	risks: readonly Risk[];
}

export type NameserverRefusal =
	| { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }
	/**
	 * The account has no preset with that key. If the bot cannot list the presets, it learns this only from the service's
	 * refusal of the change.
	 */
	| { kind: "unknown_preset"; presetKey: string };

/** The preset keys to offer. `all`: true if these are all presets of the account, false if others may exist. */
export interface KnownPresets {
	keys: readonly string[];
	all: boolean;
}
