import type { Client } from "../client/index.ts";
import type { CallOptions } from "../client/result.ts";
import type { ServiceAdmin } from "../contract/admin.ts";
import type { QueueName } from "../jobs/queues.ts";
import type { Log } from "../log.ts";
import type { Db, Tx } from "../postgres/connect.ts";
import type { Kind, Phase } from "../rules/operation/state.ts";
import type { Vault } from "../vault/index.ts";
import type { Received } from "../webhooks/receive.ts";

/** What the verbs act on. Everything outside the process comes in here. */
export interface Deps {
	db: Db;
	vault: Vault;
	/** Rings for rows once `tx` is committed. */
	enqueue(tx: Db | Tx, queue: QueueName, rows: readonly number[]): Promise<void>;
	/** A client of the service that rows name so and of no other, paced by its token. */
	openClient(access: { serviceUrl: string; token: string }): Client;
	/** Ends a call for which a person waits: after 6 seconds. */
	patience(): AbortSignal;
	/** What the update or request is called in the log for which a verb runs; it travels to the service. */
	requestId?(): string | undefined;
	log: Log;
	/** A number in [0, 1). */
	random(): number;
	service: ServiceSettings;
	/** Told of what happens, where somebody counts. */
	count?: Counters;
	/** Where the operator hears of trouble; null: nowhere. */
	adminChatId: number | null;
}

export interface Counters {
	/** An operation came into this state. One whose transaction was rolled back is counted again when it is repeated. */
	operation(kind: Kind, state: Phase): void;
	/** An event arrived: `late` and `kept` for the first time, or why it was refused. */
	event(outcome: "kept" | "late" | "repeated" | Extract<Received, { kind: "refused" }>["reason"]): void;
}

/** How a call is made for which a person waits. */
export function waiting({ patience, requestId }: Pick<Deps, "patience" | "requestId">): CallOptions {
	const id = requestId?.();
	return { priority: "interactive", signal: patience(), ...(id !== undefined && { requestId: id }) };
}

export interface ServiceSettings {
	/** The service that people connect to, as rows name it: its address, or the name of the built-in one. */
	url: string;
	/** The operator's desk of the built-in service; null with a foreign one. */
	desk: ServiceAdmin | null;
	/** Our addresses as the service sees them, to be whitelisted. */
	egress: readonly string[];
	/** What an account's receiver path is put behind, with its slash; null where nobody could reach it. */
	receiverBase: string | null;
}
