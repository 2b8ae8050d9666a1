import type { NameserverProblem } from "../../rules/dns/nameservers.ts";
import type { Risk } from "../../rules/dns/risk.ts";

export interface NameserversChange {
	kind: "nameservers";
	before: readonly string[];
	/** The new servers. Null for a preset of an external service, which does not list the preset's servers. */
	after: readonly string[] | null;
	/** The key of the chosen preset; null if the person named the servers. */
	presetKey: string | null;
	/** True if the change disconnects the domain from its edge profile. */
	leavesEdge: boolean;
	risks: readonly Risk[];
}

/** The servers themselves, or the key of a preset in the account at the service. */
export type NameserverTarget = { nameservers: readonly string[] } | { presetKey: string };

export type NameserverRefusal =
	| { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }
	/**
	 * The account has no preset with that key. If the bot cannot list the presets, it finds this out only from the
	 * service's refusal.
	 */
	| { kind: "unknown_preset"; presetKey: string };

/** The presets to offer. `all`: the list is complete. An external service does not list its presets. */
export interface KnownPresets {
	keys: readonly string[];
	all: boolean;
}

/**
 * What a person should know about a nameserver before they use it. `glue`: it is inside the domain, so the registry must
 * know its address. `no_address`, `lame`, `silent`: see `ServerState` in `dns/probe.ts`.
 */
export interface ServerWarning {
	at: string;
	problem: "glue" | "no_address" | "lame" | "silent";
}
