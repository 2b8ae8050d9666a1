import type { Actor } from "../actor.ts";
import type { PlanResult } from "../dns/types.ts";

export interface EdgeChange {
	kind: "edge";
	/** The profile that was bound, as far as the service tells. */
	before: string | null;
	after: string;
	risks: readonly never[];
}

export interface EdgeActions {
	/** Plans to bind a profile; whether it fits the domain is found out by doing (`edge_not_configured`). */
	plan(input: Actor & { domain: string; profileKey: string }): Promise<PlanResult | { kind: "bad_key" }>;
}
