import type { AccountFacts } from "../../client/read/account.ts";
import type { Connection } from "../connection/types.ts";
import type { Trouble } from "../trouble.ts";

export type { LowBalance } from "./balance.ts";
export type { AccountOverview } from "./overview.ts";

export interface AccountSummary extends AccountFacts {
	userId: number;
}

/**
 * The place to which the service sends the account's webhook events:
 * - `here`: to this bot.
 * - `none`: nowhere, or this bot lacks the secret that verifies their signature.
 * - `elsewhere`: to another address that the owner set. The bot leaves it unchanged.
 * - `unreachable`: this bot has no address that a service could reach.
 */
export type EventsTo = "here" | "none" | "elsewhere" | "unreachable";

export type AccountResult =
	| { kind: "account"; account: AccountSummary; connection: Connection; events: EventsTo }
	| Trouble;
