import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** One person's connection to one account of the service. The token itself never leaves the store. */
export interface Connection {
	id: number;
	/**
	 * `live`: verified by `GET /account`. `needs_whitelist`: the token is kept, but our addresses are not whitelisted
	 * yet. `needs_token`: the service answered 401, so a new token is needed. `unproved`: the service was unreachable
	 * so far.
	 */
	state: "live" | "needs_whitelist" | "needs_token" | "unproved";
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

/** Another person who connected an account that was already connected. Subject of an outbox row `connection`. */
export interface Newcomer {
	connectionId: number;
	personId: number;
	/** The service's number for the shared account. */
	userId: number;
	tokenLast4: string;
	since: Date;
	/** True if the notified person manages the token in this bot. */
	here: boolean;
	/** The notified person's own connection to that account. */
	own: number;
}

export interface ConnectionActions {
	/** Returns the active connection, or null. Reads only the store. */
	current(input: Actor): Promise<Connection | null>;
	list(input: Actor): Promise<Connection[]>;
	/**
	 * Verifies the token, stores it encrypted and activates it. A token that could not be verified does not replace a
	 * working active one. The same token again yields the same connection.
	 */
	connect(input: Actor & { token: string }): Promise<ConnectResult>;
	/** Opens one sandbox account per person on the built-in service, even after several taps. */
	openSandbox(input: Actor): Promise<ConnectResult | { kind: "no_sandbox" }>;
	/** Verifies a stored token again, by default that of the active connection. */
	test(input: Actor & { connectionId?: number }): Promise<ConnectResult | { kind: "not_found" }>;
	/**
	 * Deletes the token, and the webhook secret if no other person is connected. Asks first if operations are open,
	 * unless `force` is set.
	 */
	disconnect(
		input: Actor & { connectionId: number; force?: boolean },
	): Promise<{ kind: "disconnected" } | { kind: "open_operations"; count: number } | { kind: "not_found" }>;
	switchTo(
		input: Actor & { connectionId: number },
	): Promise<{ kind: "switched"; connection: Connection } | { kind: "not_found" }>;
	/** Returns the newcomer for the view of such a row. Null if the person may not see it, or the newcomer left. */
	newcomer(input: Actor & { connectionId: number }): Promise<Newcomer | null>;
	/**
	 * Makes this person the owner of an account of the built-in service; null removes the owner. For the operator.
	 */
	give(input: { userId: number; ownerId: number | null }): Promise<{ kind: "given" } | { kind: "not_found" }>;
	/**
	 * Returns data for the view of an outbox row `dismissed`, whose subject is the account. It has the account's
	 * number, and the number of the account that is active instead. Null if the person is connected to it again.
	 */
	dismissed(input: Actor & { accountId: number }): Promise<{ userId: number; other: number | null } | null>;
	/** Deletes a newcomer's token and notifies them. */
	refuse(
		input: Actor & { connectionId: number },
	): Promise<{ kind: "refused"; here: boolean; own: number } | { kind: "not_found" }>;
}
