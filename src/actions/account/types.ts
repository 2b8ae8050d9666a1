import type { AccountFacts } from "../../client/read/account.ts";
import type { PortfolioSummary } from "../../store/portfolio-summary.ts";
import type { Connection } from "../connection/types.ts";
import type { Trouble } from "../trouble.ts";

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

/** An account whose last known balance is below the low-balance limit of a person. */
export interface LowBalance {
	userId: number;
	sandbox: boolean;
	balanceCents: number;
}

/** What the Home screen shows about the active account. */
export interface AccountOverview {
	/** The account's balance; null if the service has never reported it. */
	balanceCents: number | null;
	/** True if the service did not report a balance in time. `balanceCents` is then the last known balance. */
	balanceIsOld: boolean;
	/** Summary of the bot's copy of the domain list; null if there is no complete copy yet. */
	domains: PortfolioSummary | null;
	/** The number of names that this person watches with the account. */
	watched: number;
	/**
	 * The number of this person's orders whose outcome the bot could not find out. The bot asks the person what happened.
	 */
	needYou: number;
	/** The number of this person's orders whose outcome the bot does not know yet and still tries to find out. */
	inDoubt: number;
}
