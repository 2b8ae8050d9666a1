import type { CallOptions } from "../../client/result.ts";
import { isConnected } from "../../store/accounts.ts";
import { type ConnectionRow, liveConnection } from "../../store/connections.ts";
import type { RequestRow, WholeOperation } from "../../store/operations.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";
import type { Reader } from "./kinds/kind.ts";

/**
 * What a worker needs for a request (one HTTP call of an operation): its rows, and a connection and an API client for
 * its account.
 */
export interface Work extends Reader {
	operation: WholeOperation;
	request: RequestRow;
	connection: ConnectionRow;
	/** The database time at which the work began. */
	now: Date;
}

/**
 * Opens a client for a request (one HTTP call of an operation). Uses the token of the operation's owner. If that token
 * does not work, uses another working token of the account. Returns undefined if the owner has lost access to the
 * account, or if no token works.
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
 * Opens a client for lookups, even if the operation's owner has lost access. The outcome concerns everyone in the
 * account, and other operations wait until this operation's locks are released. Prefers the owner's token. Returns
 * undefined if no token of the account works.
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
	return { operation, request, connection, client, options, now: operation.readAt };
}

/**
 * True if the operation has more than ten requests (HTTP calls). Its reads then have background priority, and one
 * message reports all its outcomes.
 */
export function isLong({ requests }: WholeOperation): boolean {
	return requests.length > 10;
}
