import type { CallOptions } from "../../client/result.ts";
import { isConnected } from "../../store/accounts.ts";
import { type ConnectionRow, liveConnection } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import type { RequestRow, WholeOperation } from "../../store/operations.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Reader } from "./kinds/kind.ts";

/** A request in progress: its rows, and a connection and client for its account. */
export interface Work extends Reader {
	operation: WholeOperation;
	request: RequestRow;
	connection: ConnectionRow;
	/** The database time at which the work began. */
	now: Date;
}

/**
 * Opens a client if the operation's owner still has access to the account. Uses the owner's token if it works, and
 * otherwise another working token of the account.
 */
export async function openWork(
	deps: Deps,
	operation: WholeOperation,
	request: RequestRow,
	options: CallOptions,
): Promise<Work | undefined> {
	const { personId, accountId } = operation;
	if (!(await isConnected(deps.db, personId, accountId))) return undefined;
	return openLook(deps, operation, request, options);
}

/**
 * Opens a client with any working token of the account, the owner's first. For lookups, because the outcome concerns
 * all people of the account, and other operations wait for the lock.
 */
export async function openLook(
	deps: Deps,
	operation: WholeOperation,
	request: RequestRow,
	options: CallOptions,
): Promise<Work | undefined> {
	const connection = await liveConnection(deps.db, operation.accountId, operation.personId);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return undefined;
	const { client } = access;
	return { operation, request, connection, client, options, now: await readClock(deps.db) };
}

/** True for an operation of more than ten requests. Its outcomes are then reported together. */
export function isLong({ requests }: WholeOperation): boolean {
	return requests.length > 10;
}
