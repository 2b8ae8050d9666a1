import type { AdminAccount, ServiceAdmin } from "@domains/contract/admin.ts";
import type { DnsSettings } from "@domains/dns/ask/query.ts";
import type { QueueName } from "@domains/kit/jobs/queues.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import type { Reader } from "@domains/kit/postgres/standby.ts";
import type { Vault } from "@domains/kit/vault.ts";
import type { Client } from "../client/index.ts";
import type { CallOptions, Priority } from "../client/result.ts";
import type { Kind, Phase } from "../rules/operation/state.ts";
import type { Received } from "../webhooks/receive.ts";

/** What the actions depend on: the database, the registrar's API ("the service"), queues and settings. */
export interface Deps {
	db: Db;
	/**
	 * Runs a long database query, possibly on a standby server. The data may be a little old, so use it only for what a
	 * person looks at. A write, a quote or a confirmation must be based on rows that were read with `db`.
	 */
	reader: Reader;
	vault: Vault;
	/** Queues one job for each of these row ids. The jobs become visible when `tx` commits. */
	enqueue(tx: Db | Tx, queue: QueueName, rows: readonly number[]): Promise<void>;
	/** Opens an API client for the service at `serviceUrl`. All clients with the same token share one rate limit. */
	openClient(access: { serviceUrl: string; token: string }): Client;
	/** Returns a signal that aborts a call after 6 seconds, because a person waits for it. */
	deadline(): AbortSignal;
	/** The priority of a call that has a deadline. A program's calls go behind those of people. */
	priority?: Priority;
	/**
	 * What belongs to the quote that is made: `run` runs in the transaction that saves it. If `run` throws, no quote is
	 * made. `before` locks the rows that come before operations in the order of locks: mandates, then proposals. It
	 * returns the operations that `run` changes, which are locked together with those of the quote.
	 */
	onQuote?: {
		before(tx: Tx): Promise<readonly number[]>;
		run(tx: Tx, quoted: { operationId: number; totalCents: number }): Promise<void>;
	};
	/**
	 * The id of the Telegram update or HTTP request that the action runs for, as the log shows it. The bot sends it to
	 * the service too.
	 */
	requestId?(): string | undefined;
	log: Log;
	/** Returns a number in [0, 1). */
	random(): number;
	service: ServiceSettings;
	/** The DNS servers that the bot queries to see whether a change of DNS records is visible. */
	dns: DnsSettings;
	/** Counters for the metrics; absent if metrics are off. */
	count?: Counters;
	onUnreadable?: Unreadable;
	/**
	 * An order above this sum, and above five times the person's largest order, needs a second confirmation. Null for no
	 * such limit. The person's own limit replaces it.
	 */
	askTwiceAboveCents: number | null;
	/** The chat that receives the operator's alerts; null if there is none. */
	adminChatId: number | null;
	/**
	 * The people who may use the bot; null if everyone may. What others allowed in advance is held: their programs are
	 * refused, and the bot places no order for them without a tap.
	 */
	allowedUsers: ReadonlySet<number> | null;
}

export interface Counters {
	/**
	 * Counts an operation that enters this state. If the transaction is rolled back and repeated, the operation is
	 * counted again.
	 */
	operation(kind: Kind, state: Phase): void;
	/**
	 * Counts a delivery of a webhook event. `kept`: the first delivery, on time. `late`: the first delivery, but delayed.
	 * `repeated`: a later delivery of the same event. A refused delivery is counted under the reason of the refusal.
	 */
	event(outcome: "kept" | "late" | "repeated" | Extract<Received, { kind: "refused" }>["reason"]): void;
}

/**
 * Reports a value from outside that is beyond all bounds or of another type, and that counts as unknown. `source`: an
 * endpoint of the service, or `event`, `update`, `file` or `resolver`. `from`: the address of the sender.
 */
export type Unreadable = (gap: { source: string; field: string; from?: string }) => void;

/** Returns the options of a call that a caller waits for: its priority, a deadline, and the log id. */
export function waiting({
	deadline,
	priority = "interactive",
	requestId,
}: Pick<Deps, "deadline" | "priority" | "requestId">): CallOptions {
	const id = requestId?.();
	return { priority, signal: deadline(), ...(id !== undefined && { requestId: id }) };
}

/**
 * Returns a function that runs a query. Without `decides`, it may use a standby server, and the rows are only for
 * display. With `decides`, it uses the primary server, because a quote or a change depends on the rows.
 */
export function readerFor({ db, reader }: Pick<Deps, "db" | "reader">, decides = false): Reader {
	return decides ? (read) => read(db) : reader;
}

export interface ServiceSettings {
	/**
	 * The URL of the service that people connect to, or a name for the built-in service. Database rows store this value.
	 */
	url: string;
	/** The admin interface of the built-in service; null for an external service. */
	admin: ServiceAdmin | null;
	/**
	 * Returns the token of an account of the operator, which looks up names and prices for people without an account.
	 * Null if there is none.
	 */
	lookupToken(): Promise<string | null>;
	/** The built-in service spends real money, so a person opens no account with one tap. */
	realMoney?: true;
	/** The IP addresses from which the bot calls the service. The account's whitelist must contain them. */
	egress: readonly string[];
	/**
	 * The URL prefix, with a trailing slash, of the addresses that receive accounts' webhook events. Null if the bot has
	 * no address that a service could reach.
	 */
	receiverBase: string | null;
}

/** False for a person who may not use the bot any more. What they allowed in advance then waits, without a message. */
export function mayUseBot({ allowedUsers }: Pick<Deps, "allowedUsers">, personId: number): boolean {
	return allowedUsers?.has(personId) ?? true;
}

/** Binds an action to its dependencies. The resulting function takes only the action's input. */
export type Bind = <Input, Output>(verb: (deps: Deps, input: Input) => Output) => (input: Input) => Output;

/** A verb without its dependencies, as `Actions` has it. */
export type Bound<Verb> = Verb extends (deps: Deps, input: infer Input) => infer Output
	? (input: Input) => Output
	: never;

export function bindTo(deps: Deps): Bind {
	return (verb) => (input) => verb(deps, input);
}

/** The person for whom an action runs. Every action has this input, and answers "not found" for other people's data. */
export interface Actor {
	/** The person's Telegram user id. */
	personId: number;
}

/**
 * Returns the admin interface of the built-in service if the account belongs to that service. Returns null for an
 * account of an external service.
 */
export function adminOf(
	{ service }: Pick<Deps, "service">,
	{ serviceUrl }: { serviceUrl: string },
): ServiceAdmin | null {
	return serviceUrl === service.url ? service.admin : null;
}

/**
 * True if this person owns an account of the built-in service. They own it if they opened it in this bot, or if the
 * operator made them the owner. Only the owner manages its token and settings in this bot.
 */
export function isManagedBy(
	deps: Pick<Deps, "service">,
	account: { serviceUrl: string; ownerId: number | null } | null,
	personId: number,
): boolean {
	return account !== null && account.ownerId === personId && adminOf(deps, account) !== null;
}

/**
 * Reads the account through the admin interface of the built-in service. Returns null for an account of an external
 * service, or if the read fails.
 */
export async function managedAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<AdminAccount | null> {
	const shown = await adminOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}
