import type { CallOptions } from "../../client/result.ts";
import { accountAccess, type Connected } from "../../store/connections.ts";
import type { RequestRow, RequestRows, WholeOperation } from "../../store/operations.ts";
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
	connection: Connected;
	/** The database time at which the connection was read, after the commit that chose the call. */
	now: Date;
}

/**
 * Opens a client for a request (one HTTP call of an operation). Uses the token of the operation's owner. If that token
 * does not work, uses another working token of the account. Returns undefined if the owner has lost access to the
 * account, or if no token works.
 */
export async function openWork(deps: Deps, rows: RequestRows, options: CallOptions): Promise<Work | undefined> {
	return open(deps, rows, options, { needsAccess: true });
}

/**
 * Opens a client for lookups, even if the operation's owner has lost access. The outcome concerns everyone in the
 * account, and other operations wait until this operation's locks are released. Prefers the owner's token. Returns
 * undefined if no token of the account works.
 */
export async function openLook(deps: Deps, rows: RequestRows, options: CallOptions): Promise<Work | undefined> {
	return open(deps, rows, options, { needsAccess: false });
}

async function open(
	deps: Deps,
	{ operation, request }: RequestRows,
	options: CallOptions,
	{ needsAccess }: { needsAccess: boolean },
): Promise<Work | undefined> {
	const { live, hasAccess, now } = await accountAccess(deps.db, operation.accountId, operation.personId);
	if (needsAccess && !hasAccess) return undefined;
	const access = live && accessOf(deps, live);
	if (!access || "kind" in access || !now) return undefined;
	return { operation, request, connection: live, client: access.client, options, now };
}

/**
 * True if the operation has more than ten requests (HTTP calls). Its reads then have background priority, and one
 * message reports all its outcomes.
 */
export function isLong({ requests }: WholeOperation): boolean {
	return requests.length > 10;
}
