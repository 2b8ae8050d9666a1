import type { RunContext } from "../context.ts";
import type { Account, Member } from "../members.ts";

export interface People {
	accounts: readonly Account[];
	members: readonly Member[];
}

/** An invariant must hold when no work is left. Returns a sentence for each violation. */
export type Check = (context: RunContext, people: People) => Promise<string[]>;
