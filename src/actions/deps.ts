import type { Client } from "../client/index.ts";
import type { CallOptions } from "../client/result.ts";
import type { ServiceAdmin } from "../contract/admin.ts";
import type { DnsSettings } from "../dns/servers.ts";
import type { QueueName } from "../jobs/queues.ts";
import type { Log } from "../log.ts";
import type { Db, Tx } from "../postgres/connect.ts";
import type { Kind, Phase } from "../rules/operation/state.ts";
import type { Vault } from "../vault/index.ts";
import type { Received } from "../webhooks/receive.ts";

/** The dependencies of the actions: storage, the service, queues and settings. */
export interface Deps {
	db: Db;
	vault: Vault;
	/** Queues jobs for these rows once `tx` is committed. */
	enqueue(tx: Db | Tx, queue: QueueName, rows: readonly number[]): Promise<void>;
	/** Opens a client for the service with this `serviceUrl`, rate-limited by its token. */
	openClient(access: { serviceUrl: string; token: string }): Client;
	/** Returns a signal that aborts a call after 6 seconds, because a person waits for it. */
	deadline(): AbortSignal;
	/** The log id of the update or request that the action runs for. The service receives it too. */
	requestId?(): string | undefined;
	log: Log;
	/** Returns a number in [0, 1). */
	random(): number;
	service: ServiceSettings;
	/** The DNS servers that the bot asks if a change is visible. */
	dns: DnsSettings;
	/** Counters for the metrics; absent if metrics are off. */
	count?: Counters;
	/** The chat that receives the operator's alerts; null if there is none. */
	adminChatId: number | null;
}

export interface Counters {
	/** Counts an operation that enters this state. If its transaction is rolled back and repeated, it counts again. */
	operation(kind: Kind, state: Phase): void;
	/**
	 * Counts an arriving event. `late` and `kept` count only the first delivery. A refused event counts under the reason
	 * of the refusal.
	 */
	event(outcome: "kept" | "late" | "repeated" | Extract<Received, { kind: "refused" }>["reason"]): void;
}

/** Returns the options of a call that a person waits for. */
export function waiting({ deadline, requestId }: Pick<Deps, "deadline" | "requestId">): CallOptions {
	const id = requestId?.();
	return { priority: "interactive", signal: deadline(), ...(id !== undefined && { requestId: id }) };
}

export interface ServiceSettings {
	/** The service that people connect to, as stored in rows: its address, or the name of the built-in one. */
	url: string;
	/** The admin port of the built-in service; null for an external one. */
	admin: ServiceAdmin | null;
	/** The bot's IP addresses as the service sees them. The account's whitelist must contain them. */
	egress: readonly string[];
	/** The URL prefix of an account's receiver path, with a trailing slash; null if no service could reach it. */
	receiverBase: string | null;
}
