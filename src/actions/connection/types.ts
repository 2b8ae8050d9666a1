import type { AccountFacts } from "../../client/read/account.ts";
import type { Connected } from "../../store/connections.ts";
import type { PortfolioSummary } from "../../store/portfolio.ts";
import type { ConnectionState } from "../../store/schema/people.ts";
import type { Trouble } from "../trouble.ts";

/** One person's connection to one account of the service. It does not contain the token. */
export interface Connection {
	id: number;
	/**
	 * What the bot knows about the token:
	 * - `live`: it was verified by `GET /account`.
	 * - `needs_whitelist`: it is stored, but the account's whitelist lacks the bot's IP addresses.
	 * - `needs_token`: the service answered 401, so a new token is needed.
	 * - `unproved`: it was never verified, because the service was unreachable.
	 */
	state: ConnectionState;
	active: boolean;
	serviceUrl: string;
	tokenLast4: string;
	/** Null until the bot knows which account the token belongs to. */
	account: ConnectedAccount | null;
}

export interface ConnectedAccount {
	id: number;
	/** The service's number for the account. */
	userId: number;
	/** True for a sandbox account of the built-in service. Every screen marks its money as play money. */
	sandbox: boolean;
	/** True if this person owns the account and manages it in this bot. */
	owned: boolean;
}

export type ConnectResult =
	/** `others`: the number of other people who were already connected to this account. */
	| { kind: "connected"; connection: Connection; balanceCents: number | null; others: number }
	/** The text cannot be a token. Nothing was sent or stored. */
	| { kind: "malformed" }
	/**
	 * The service answered 401 (wrong token). If the token was already stored, it is kept, in state `needs_token`. A new
	 * token is stored only if the service has just issued it for an account that the bot knows. For such a token, the 401
	 * may mean only that the account's API is switched off.
	 */
	| { kind: "token_refused" }
	/**
	 * The service answered 403 (IP address not whitelisted). The token is stored. After the addresses are whitelisted,
	 * `test` verifies it again.
	 */
	| { kind: "whitelist"; connection: Connection; addresses: readonly string[] }
	/**
	 * The service did not say which account the token belongs to. The token is stored, and `test` can verify it later.
	 */
	| (Trouble & { connection?: Connection });

/**
 * A newly connected person, as a `connection` notification reports them. The notified person connected the same account
 * earlier.
 */
export interface Newcomer {
	connectionId: number;
	personId: number;
	/** The new person's Telegram name when they connected; null if unknown. */
	name: string | null;
	/** The service's number for the shared account. */
	userId: number;
	tokenLast4: string;
	since: Date;
	/** True if the notified person manages the account's token in this bot. */
	here: boolean;
	/** The id of the notified person's connection to the shared account. */
	own: number;
}

/** The facts of a `dismissed` notification: another person removed this person's access to an account. */
export interface Dismissal {
	/** The service's number for the account. */
	userId: number;
	/** The Telegram name of the person who removed the access; null if unknown. */
	name: string | null;
	/** The service's number for the person's active account; null if they have none. */
	other: number | null;
}

export function viewOf({ id, state, active, serviceUrl, tokenLast4, account, personId }: Connected): Connection {
	return {
		id,
		state,
		active,
		serviceUrl,
		tokenLast4,
		account: account && {
			id: account.id,
			userId: account.userId,
			sandbox: account.sandbox,
			owned: account.ownerId === personId,
		},
	};
}

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
	| { kind: "account"; account: AccountSummary; connection: Connection; events: EventsTo; asOf?: Date }
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
