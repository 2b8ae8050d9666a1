import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { asc, eq } from "drizzle-orm";
import { connections } from "./schema/people.ts";

/** Returns the ids of the people who are connected to an account. */
export async function membersOf(db: Db | Tx, accountId: number): Promise<number[]> {
	const rows = await db
		.selectDistinct({ personId: connections.personId })
		.from(connections)
		.where(eq(connections.accountId, accountId));
	return rows.map(({ personId }) => personId);
}

/** Returns the known names of the people who are connected to an account, as a map from person id to name. */
export async function memberNames(db: Db, accountId: number): Promise<Map<number, string>> {
	const rows = await db
		.select({ personId: connections.personId, name: connections.personName })
		.from(connections)
		.where(eq(connections.accountId, accountId))
		.orderBy(asc(connections.id));
	return new Map(rows.flatMap(({ personId, name }) => (name === null ? [] : [[personId, name]])));
}
