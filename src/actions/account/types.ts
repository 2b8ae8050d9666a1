import type { AccountFacts } from "../../client/read/account.ts";
import type { Connection } from "../connection/types.ts";
import type { Trouble } from "../trouble.ts";

export type { AccountOverview } from "./overview.ts";

/** The account as the service describes it now. */
export interface AccountSummary extends AccountFacts {
	userId: number;
}

/**
 * The destination of the account's events. `none`: the service has no address for them, or this bot has no secret.
 * `elsewhere`: the owner sends them to another address, which the bot leaves unchanged. `unreachable`: the bot has no
 * address that a service could reach.
 */
export type EventsTo = "here" | "none" | "elsewhere" | "unreachable";

export type AccountResult =
	| { kind: "account"; account: AccountSummary; connection: Connection; events: EventsTo }
	| Trouble;

/** An account whose last known balance is below the limit that this person chose. */
export interface LowBalance {
	userId: number;
	sandbox: boolean;
	balanceCents: number;
}
