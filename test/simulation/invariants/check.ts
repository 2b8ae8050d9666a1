import type { RunContext } from "../context.ts";
import type { Account, Member } from "../members.ts";

export interface People {
	accounts: readonly Account[];
	members: readonly Member[];
}

/**
 * Checks an invariant: a rule that must hold when no work is left in a simulated run. Returns a sentence for each
 * violation.
 */
export type Check = (context: RunContext, people: People) => Promise<string[]>;
