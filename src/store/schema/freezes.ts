import { clock } from "@domains/kit/postgres/clock.ts";
import { text, unique } from "drizzle-orm/pg-core";
import { bot, idOf, rowId, stamp } from "./columns.ts";
import { accounts } from "./people.ts";

/** A freeze blocks all new orders of an account, or of one of its domains. It remains when people leave the account. */
export const freezes = bot.table(
	"freezes",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** The domain, or "" for the whole account. */
		domain: text("domain").notNull(),
		/** The person who started the freeze; null once that person is deleted. */
		frozenBy: idOf("frozen_by"),
		frozenAt: stamp("frozen_at").notNull().default(clock),
		/** When the freeze ends; null until a person schedules the end. */
		endsAt: stamp("ends_at"),
		/** The person who scheduled the end; null if no end is scheduled, or once that person is deleted. */
		endedBy: idOf("ended_by"),
	},
	(table) => [unique("freezes_once").on(table.accountId, table.domain)],
);
