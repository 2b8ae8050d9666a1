import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** One account of the service as one person reaches it. The token itself never leaves the store. */
export interface Connection {
	id: number;
	/**
	 * `live`: proved by `GET /account`. `needs_whitelist`: the token is kept, our addresses are not whitelisted yet.
	 * `needs_token`: 401 was answered, a new token is wanted. `unproved`: the service could not be asked yet.
	 */
	state: "live" | "needs_whitelist" | "needs_token" | "unproved";
	active: boolean;
	serviceUrl: string;
	tokenLast4: string;
	/** Null until the service has named the account. */
	account: ConnectedAccount | null;
}

export interface ConnectedAccount {
	id: number;
	/** The service's own number of the account. */
	userId: number;
	/** A sandbox account of the built-in service, opened here or not: its money is play money and is marked so wherever it is shown. */
	sandbox: boolean;
	/** This person opened the account here, so the operator's desk obeys them. */
	owned: boolean;
}

export type ConnectResult =
	/** `others`: how many other people were connected to this account before. */
	| { kind: "connected"; connection: Connection; balanceCents: number | null; others: number }
	/** The text cannot be a token; nothing was sent and nothing is kept. */
	| { kind: "malformed" }
	/** 401: nothing is kept of it. */
	| { kind: "token_refused" }
	/** 403: kept, so that `test` can prove it after the addresses were added. */
	| { kind: "whitelist"; connection: Connection; addresses: readonly string[] }
	/** Kept unproved where the service could not be asked; `test` asks again. */
	| (Trouble & { connection?: Connection });

/** Somebody else who connected an account that was connected before: the subject of an outbox row `connection`. */
export interface Newcomer {
	connectionId: number;
	personId: number;
	/** The service's number of the shared account. */
	userId: number;
	tokenLast4: string;
	since: Date;
	/** Whoever is told manages the token in this bot. */
	here: boolean;
	/** The connection of whoever is told to that account. */
	own: number;
}

export interface ConnectionActions {
	/** The active connection, or null. Asks only the store. */
	current(input: Actor): Promise<Connection | null>;
	list(input: Actor): Promise<Connection[]>;
	/**
	 * Proves the token, keeps it sealed and makes it the active one; one that could not be proved leaves a working one
	 * active. The same token again is the same connection.
	 */
	connect(input: Actor & { token: string }): Promise<ConnectResult>;
	/** One sandbox account per person on the built-in service, however often it is tapped. */
	openSandbox(input: Actor): Promise<ConnectResult | { kind: "no_sandbox" }>;
	/** Proves a kept token again; of the active connection unless named. */
	test(input: Actor & { connectionId?: number }): Promise<ConnectResult | { kind: "not_found" }>;
	/** Wipes the token (and the webhook secret when nobody else is left). With open operations it asks unless `force`. */
	disconnect(
		input: Actor & { connectionId: number; force?: boolean },
	): Promise<{ kind: "disconnected" } | { kind: "open_operations"; count: number } | { kind: "not_found" }>;
	switchTo(
		input: Actor & { connectionId: number },
	): Promise<{ kind: "switched"; connection: Connection } | { kind: "not_found" }>;
	/** For the view of such a row; null for who may not see it, and when they left. */
	newcomer(input: Actor & { connectionId: number }): Promise<Newcomer | null>;
	/** For the operator: this person manages an account of the built-in service from now on; null: nobody does. */
	give(input: { userId: number; ownerId: number | null }): Promise<{ kind: "given" } | { kind: "not_found" }>;
	/**
	 * For the view of an outbox row `dismissed`, whose subject is the account: its number, and that of the account which
	 * the person works with instead; null when they are connected to it again.
	 */
	dismissed(input: Actor & { accountId: number }): Promise<{ userId: number; other: number | null } | null>;
	/** Takes a newcomer's token away, and tells them so. */
	refuse(
		input: Actor & { connectionId: number },
	): Promise<{ kind: "refused"; here: boolean; own: number } | { kind: "not_found" }>;
}
