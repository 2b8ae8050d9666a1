import type { CallOptions } from "../../client/result.ts";
import { isConnected } from "../../store/accounts.ts";
import { type ConnectionRow, liveConnection } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import type { RequestRow, WholeOperation } from "../../store/operations.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Reader } from "./kinds/kind.ts";

/** A request in progress: its rows, and a client for its account. */
export interface Work extends Reader {
	operation: WholeOperation;
	request: RequestRow;
	connection: ConnectionRow;
	/** The database time at which the work began. */
	now: Date;
}

/**
 * Opens a client with the owner's token. Returns none while that token is invalid or missing. Other people's tokens
 * must not be used.
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
 * Opens a client to look up a call that may have run, with any valid token of the account. The outcome concerns the
 * whole account, and other operations wait for the lock.
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
