import { and, eq, gte, inArray, isNotNull, not, or, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../postgres/connect.ts";
import type { Phase } from "../../rules/operation/state.ts";
import { parseReference } from "../../rules/reference.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { activeConnection, type Connected, connectionsOf } from "../../store/connections.ts";
import { readClock } from "../../store/now.ts";
import { newerThan } from "../../store/operation-lists.ts";
import { findOperations, type WholeOperation } from "../../store/operations.ts";
import { operations, requests } from "../../store/schema/operations.ts";
import { noAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type {
	Operation,
	OperationAccount,
	OperationFilter,
	OperationPage,
	OperationResult,
	WhichOperations,
} from "./types.ts";
import { viewOf } from "./view.ts";

/** By reference, for its owner and for everyone connected to the account; a quote is its owner's alone, also when it is over. */
export async function read(
	deps: Deps,
	{ personId, reference }: Actor & { reference: string },
): Promise<OperationResult> {
	const parsed = parseReference(reference);
	if (parsed === undefined) return { kind: "not_found" };
	return find(deps, personId, eq(operations.reference, parsed));
}

export async function get(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<OperationResult> {
	return find(deps, personId, eq(operations.id, operationId));
}

/** What an operation is called, and nothing else of it: for whoever must find it and may not see it. */
export async function referenceOf({ db }: Deps, { operationId }: { operationId: number }): Promise<string | null> {
	const [row] = await findOperations(db, eq(operations.id, operationId));
	return row?.reference ?? null;
}

async function find({ db }: Deps, personId: number, where: SQL): Promise<OperationResult> {
	const [row] = await findOperations(db, where);
	if (!row || !(await maySee(db, personId, row))) return { kind: "not_found" };
	return { kind: "operation", operation: await show(db, row, personId) };
}

async function maySee(db: Db, personId: number, row: WholeOperation): Promise<boolean> {
	if (row.personId === personId) return true;
	return row.confirmedAt !== null && (await isConnected(db, personId, row.accountId));
}

/** The rows as this person sees them. */
export async function show(db: Db | Tx, row: WholeOperation, personId: number): Promise<Operation> {
	const account = await findAccount(db, row.accountId);
	const domains = row.requests.flatMap((request) => request.items.map((item) => item.domain));
	const newer = row.state === "superseded" ? await newerThan(db, row, domains) : [];
	const held = row.requests.some((request) => request.hold === "access");
	const connections = await connectionsOf(db, personId);
	const shut = held ? shutOf(row, connections) : null;
	const isAsked = row.state === "quoted" && row.personId === personId;
	const barred = isAsked && !(await isConnected(db, personId, row.accountId));
	const seen = accountOf({ id: row.accountId, userId: account?.userId ?? 0 }, connections);
	const readAt = await readClock(db);
	return viewOf(row, { personId, readAt, sandbox: account?.sandbox ?? false, account: seen, newer, shut, barred });
}

function accountOf(
	{ id, userId }: { id: number; userId: number },
	connections: readonly Connected[],
): OperationAccount {
	const own = connections.find((each) => each.accountId === id);
	const others = connections.some(({ accountId }) => accountId !== null && accountId !== id);
	return { userId, connectionId: own?.id ?? null, active: own?.active ?? false, named: others || !own };
}

function shutOf({ accountId }: WholeOperation, connections: readonly Connected[]): Operation["shut"] {
	const own = connections.find((each) => each.accountId === accountId);
	return own ? { refused: refusals[own.state], connectionId: own.id } : null;
}

const refusals = { live: "nothing", needs_whitelist: "address", needs_token: "token", unproved: "token" } as const;

const underWay: Phase[] = ["confirmed", "sent", "unknown", "accepted"];

function isOne(which: WhichOperations, personId: number): SQL | undefined {
	const held = sql`exists (select from ${requests} r where r.operation_id = ${operations.id} and r.hold = 'access')`;
	const mine = eq(operations.personId, personId);
	switch (which) {
		case "running":
			// An order whose price is asked anew for a part of it waits for its person, and goes on for everybody else.
			return and(
				or(inArray(operations.state, underWay), and(not(mine), eq(operations.state, "quoted"))),
				not(and(mine, held) ?? held),
			);
		case "needs_you":
			return and(mine, or(inArray(operations.state, ["needs_human", "quoted"]), held));
		case "failed":
			return inArray(operations.state, ["failed", "lapsed"]);
		case "done":
			return eq(operations.state, "succeeded");
		case "all":
			return undefined;
	}
}

/** Newest first, a page at a time, of what the person may see. A quote that ran out or was left is no record of anything. */
export async function list(
	deps: Deps,
	{ personId, which = "all", limit = 10, before }: Actor & OperationFilter,
): Promise<OperationPage | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return noAccess(deps, connection);
	const { id, sandbox } = connection.account;
	const mine = eq(operations.personId, personId);
	const isOrder = isNotNull(operations.confirmedAt);
	const where = and(
		eq(operations.accountId, id),
		or(isOrder, and(mine, eq(operations.state, "quoted"))),
		(await isConnected(db, personId, id)) ? undefined : mine,
		isOne(which, personId),
	);
	const newer = before === undefined ? undefined : and(where, gte(operations.id, before));
	// One snapshot, so that the total counts the operations that are listed.
	const read = (tx: Tx) =>
		Promise.all([
			readClock(tx),
			findOperations(tx, where, { limit: limit + 1, before }),
			tx.$count(operations, where),
			newer ? tx.$count(operations, newer) : 0,
			connectionsOf(tx, personId),
		]);
	const [readAt, rows, total, earlier, connections] = await db.transaction(read, { isolationLevel: "repeatable read" });
	const page = rows.slice(0, limit);
	const account = accountOf(connection.account, connections);
	return {
		kind: "operations",
		operations: page.map((row) => viewOf(row, { personId, readAt, sandbox, account })),
		from: earlier + 1,
		total,
		next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
	};
}
