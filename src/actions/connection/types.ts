import type { ConnectionState } from "../../store/schema/people.ts";
import type { Trouble } from "../trouble.ts";

/** One person's connection to one account of the service. The token itself never leaves the store. */
export interface Connection {
	id: number;
	/**
	 * `live`: verified by `GET /account`. `needs_whitelist`: the token is kept, but our addresses are not whitelisted
	 * yet. `needs_token`: the service answered 401, so a new token is needed. `unproved`: the service was unreachable
	 * so far.
	 */
	state: ConnectionState;
	active: boolean;
	serviceUrl: string;
	tokenLast4: string;
	/** Null until the service has identified the account. */
	account: ConnectedAccount | null;
}

export interface ConnectedAccount {
	id: number;
	/** The service's number for the account. */
	userId: number;
	/**
	 * A sandbox account of the built-in service, opened here or elsewhere. Its money is play money and is marked as
	 * such on every screen.
	 */
	sandbox: boolean;
	/** True if this person opened the account here and so manages it. */
	owned: boolean;
}

export type ConnectResult =
	/** `others`: how many other people were already connected to this account. */
	| { kind: "connected"; connection: Connection; balanceCents: number | null; others: number }
	/** The text cannot be a token. Nothing was sent or stored. */
	| { kind: "malformed" }
	/** 401: nothing is stored. */
	| { kind: "token_refused" }
	/** 403: the token is stored, so `test` can verify it once the addresses are whitelisted. */
	| { kind: "whitelist"; connection: Connection; addresses: readonly string[] }
	/** The token is stored unverified if the service was unreachable. `test` tries again. */
	| (Trouble & { connection?: Connection });

/** A person who connected the account of the notified person. Notifications with the subject `connection` are about one. */
export interface Newcomer {
	connectionId: number;
	personId: number;
	/** What Telegram called them when they connected; null if unknown. */
	name: string | null;
	/** The service's number for the shared account. */
	userId: number;
	tokenLast4: string;
	since: Date;
	/** True if the notified person manages the token in this bot. */
	here: boolean;
	/** The notified person's own connection to that account. */
	own: number;
}
