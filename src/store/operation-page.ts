import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, isNotNull, not, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { WhichOperations } from "../rules/choices.ts";
import { type Kind, runningPhases } from "../rules/operation/state.ts";
import { type Connected, connectionsOf } from "./connections.ts";
import { readClock } from "./now.ts";
import { findOperations, type WholeOperation } from "./operations.ts";
import { items, operations, requests } from "./schema/operations.ts";

interface PageInput {
	personId: number;
	accountId: number;
	/** True if the page includes operations of other people on the account. */
	seesOthers: boolean;
	which: WhichOperations;
	limit: number;
	/** How many operations to skip. */
	offset: number;
}

interface OperationRows {
	readAt: Date;
	rows: WholeOperation[];
	total: number;
	/** How many operations come before `rows`. */
	offset: number;
	connections: Connected[];
}

/**
 * Reads a page of an account's operations, newest first. Leaves out expired and cancelled quotes. The rows and the
 * total come from one snapshot, so they always agree. An offset past the end returns the last page.
 */
export async function readOperationPage(db: Db | Tx, input: PageInput): Promise<OperationRows> {
	const { personId, accountId, seesOthers, which, limit } = input;
	const mine = eq(operations.personId, personId);
	const where = and(
		eq(operations.accountId, accountId),
		or(isNotNull(operations.confirmedAt), and(mine, eq(operations.state, "quoted"))),
		seesOthers ? undefined : mine,
		isOne(which, mine),
	);
	const read = async (tx: Tx) => {
		const total = await tx.$count(operations, where);
		const offset = lastOffset(total, input.offset, limit);
		const [readAt, rows, connections] = await Promise.all([
			readClock(tx),
			findOperations(tx, where, { limit, offset }),
			connectionsOf(tx, personId),
		]);
		return { readAt, rows, total, offset, connections };
	};
	return await db.transaction(read, { isolationLevel: "repeatable read" });
}

/** Returns `offset`, or the offset of the last page if the list has become shorter. */
function lastOffset(total: number, offset: number, limit: number): number {
	return Math.max(0, Math.min(offset, Math.floor((total - 1) / limit) * limit));
}

const purchases: Kind[] = ["register", "renew"];

function isOne(which: WhichOperations, mine: SQL): SQL | undefined {
	const held = sql`exists (select from ${requests} r where r.operation_id = ${operations.id} and r.hold = 'access')`;
	switch (which) {
		case "running":
			// Another person's order can be in the state `quoted` while the bot waits for that person to confirm a new price.
			// For everyone else, such an order is still running.
			return and(
				or(inArray(operations.state, runningPhases), and(not(mine), eq(operations.state, "quoted"))),
				not(and(mine, held) ?? held),
			);
		case "needs_you":
			return and(mine, or(inArray(operations.state, ["needs_human", "quoted"]), held));
		case "open":
			return or(isOne("running", mine), isOne("needs_you", mine));
		case "purchases":
			return inArray(operations.kind, purchases);
		case "changes":
			return notInArray(operations.kind, purchases);
		case "failed":
			return or(
				inArray(operations.state, ["failed", "lapsed"]),
				and(
					eq(operations.state, "succeeded"),
					sql`exists (select from ${items} i where i.operation_id = ${operations.id} and i.phase = 'failed')`,
				),
			);
		case "done":
			return eq(operations.state, "succeeded");
		case "all":
			return undefined;
	}
}
