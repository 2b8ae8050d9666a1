import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq, sql } from "drizzle-orm";
import { accounts } from "../schema/accounts.ts";

/** Includes the database's time. */
export async function findWebhook(db: Db | Tx, accountId: number) {
	const [row] = await db
		.select({
			id: accounts.id,
			webhookUrl: accounts.webhookUrl,
			webhookEnabled: accounts.webhookEnabled,
			webhookSecret: accounts.webhookSecret,
			webhookNextSecret: accounts.webhookNextSecret,
			nextIsDue: sql<boolean>`coalesce(${accounts.webhookNextFrom} <= clock(), false)`,
			now: sql<Date>`clock()`.mapWith(accounts.createdAt),
		})
		.from(accounts)
		.where(eq(accounts.id, accountId));
	return row;
}
