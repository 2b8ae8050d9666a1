import { date, index, primaryKey, text } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, cents, idOf, stamp } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** What is known of an account's domain from reads and events; the service stays the one that decides. */
export const domains = bot.table(
	"domains",
	{
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		status: text("status"),
		expiresAt: stamp("expires_at"),
		blockedSince: stamp("blocked_since"),
		blockedReason: text("blocked_reason"),
		/** `occurred_at` of the newest blocked or unblocked event; an older one changes nothing. */
		blockSignalAt: stamp("block_signal_at"),
		seenAt: stamp("seen_at").notNull().default(clock),
	},
	(table) => [
		primaryKey({ columns: [table.accountId, table.domain] }),
		index("domains_expiry").on(table.accountId, table.expiresAt),
	],
);

/** What a person confirmed on one day (UTC), for their own cap. Confirming adds, an operation that cost nothing gives back. */
export const spendDays = bot.table(
	"spend_days",
	{
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		day: date("day", { mode: "string" }).notNull(),
		spentCents: cents("spent_cents").notNull(),
	},
	(table) => [primaryKey({ columns: [table.personId, table.day] })],
);
