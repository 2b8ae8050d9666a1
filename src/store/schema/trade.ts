import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { boolean, date, index, integer, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, balance, bot, cents, idOf, people, rowId, stamp, word } from "./people.ts";

/**
 * A domain of an account, as the registrar's service last reported it to the bot. The service's own data is
 * authoritative.
 */
export const domains = bot.table(
	"domains",
	{
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		status: text("status"),
		expiresAt: stamp("expires_at"),
		/** The domain name in Unicode and lower case. The search in a person's domains also matches this name. */
		unicode: text("unicode"),
		registeredAt: stamp("registered_at"),
		/**
		 * The key of the domain's edge profile; "" if the domain has none, null if the registrar's service does not report
		 * it. An edge profile is a setting of the account. The profile's servers answer DNS queries for the domain.
		 */
		edgeProfileKey: text("edge_profile_key"),
		/** The label that the registrar's service stores for the domain (`client_ref` in its API). */
		clientRef: text("client_ref"),
		/**
		 * The price of a one-year renewal, as the list of domains from the registrar's service last reported it; null if
		 * unknown.
		 */
		renewCents: cents("renew_cents"),
		/**
		 * When the registrar's service last reported the expiry date. An answer about only this domain sets the time even
		 * if it contains no expiry date. A list of domains or an event sets it only if it contains the date.
		 */
		datedAt: stamp("dated_at"),
		/**
		 * When the registrar's service last showed, in an answer or an event, that the account has the domain. Null if the
		 * account no longer has it.
		 */
		listedAt: stamp("listed_at"),
		blockedSince: stamp("blocked_since"),
		blockedReason: text("blocked_reason"),
		/**
		 * The `occurred_at` of the newest event which reported that the domain was blocked or unblocked. An older event
		 * that arrives later is ignored.
		 */
		blockSignalAt: stamp("block_signal_at"),
		seenAt: stamp("seen_at").notNull().default(clock),
	},
	(table) => [
		primaryKey({ columns: [table.accountId, table.domain] }),
		index("domains_expiry").on(table.accountId, table.expiresAt),
	],
);

/**
 * A person's private tags, note and renewal decision for a domain.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const domainNotes = bot.table(
	"domain_notes",
	{
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		/** The person's tags, in lower case and sorted. */
		tags: text("tags").array().notNull().default([]),
		note: text("note"),
		/**
		 * The person's decision about the renewal of the domain. `later`: remind the person at `remindAt`. `let_go`: let
		 * the domain expire. The decision applies only while the domain's expiry date is `renewalFor`.
		 */
		renewal: word<"later" | "let_go">("renewal"),
		renewalFor: stamp("renewal_for"),
		/** When to remind the person again. Set only if the decision is `later`. */
		remindAt: stamp("remind_at"),
	},
	(table) => [primaryKey({ columns: [table.personId, table.accountId, table.domain] })],
);

/**
 * A person's spending on one day (UTC), for their daily cap. When the person confirms an order, its quoted prices are
 * added. When the outcome for a domain of the order is known, the actual charge replaces the quoted price. A domain
 * whose order failed counts as 0.
 */
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

/**
 * A change of an account's balance that a read found. What the account paid outside this bot is the sum of the falls,
 * less the charges of the bot's orders.
 */
export const balanceChanges = bot.table(
	"balance_changes",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		at: stamp("at").notNull().default(clock),
		/** Null for the first balance that was read. */
		beforeCents: balance("before_cents"),
		afterCents: balance("after_cents").notNull(),
	},
	(table) => [index("balance_changes_account").on(table.accountId, table.at)],
);

/**
 * A message that reports expiring domains to a person. A person gets at most one a day.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const reminders = bot.table(
	"reminders",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** The day of the reminder, in the person's time zone. */
		day: date("day", { mode: "string" }).notNull(),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("reminders_day").on(table.personId, table.day)],
);

/**
 * One domain of a reminder.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const reminderNames = bot.table(
	"reminder_names",
	{
		reminderId: idOf("reminder_id")
			.notNull()
			.references(() => reminders.id, { onDelete: "cascade" }),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		/** The expiry date that the reminder reports. */
		expiresAt: stamp("expires_at").notNull(),
		/**
		 * The threshold from the person's `expiryDays` that made the reminder due, in days before the expiry. Null if the
		 * person had asked to be reminded later.
		 */
		days: integer("days"),
	},
	(table) => [
		primaryKey({ columns: [table.reminderId, table.accountId, table.domain] }),
		unique("reminder_names_once").on(table.personId, table.accountId, table.domain, table.expiresAt, table.days),
		index("reminder_names_expired").on(sql`expires_at`),
	],
);

/**
 * A period in which every check saw the same prices of a TLD or a domain. The bot checks prices once a day. A change of
 * a price starts a new row. A long gap between two checks also starts a new row, because the prices in between are
 * unknown.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const prices = bot.table(
	"prices",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** A TLD with its leading dot, or a domain of the account. */
		subject: text("subject").notNull(),
		/**
		 * The price of the first year. Null if the row is about a domain, because a domain of the account can only be
		 * renewed.
		 */
		registerCents: integer("register_cents"),
		/** The price of a one-year renewal, as a quote would show it; null if the registrar's service does not report it. */
		renewCents: integer("renew_cents"),
		premium: boolean("premium").notNull().default(false),
		/** The time of the first check that saw these prices. */
		since: stamp("since").notNull().default(clock),
		/** The time of the last check that saw these prices. */
		seenAt: stamp("seen_at").notNull().default(clock),
		/** The time of the check that found these prices and notified people of them; null if people were not notified. */
		reportedAt: stamp("reported_at"),
		/**
		 * The earlier renewal price that the notification shows for comparison, and the time of the last check that found
		 * this earlier price.
		 */
		oldCents: integer("old_cents"),
		oldSeenAt: stamp("old_seen_at"),
	},
	(table) => [uniqueIndex("prices_subject").on(table.accountId, table.subject, table.since)],
);

/**
 * A domain with auto-renew, and the person who turned it on.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const autoRenewals = bot.table(
	"auto_renewals",
	{
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** The highest price that the bot may pay for a one-year renewal of the domain. */
		ceilingCents: cents("ceiling_cents").notNull(),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [primaryKey({ columns: [table.accountId, table.domain] })],
);

/**
 * What the bot did for one expiry date of a domain with auto-renew. It either ordered the renewal or asked the person
 * to decide.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const autoRenewalRuns = bot.table(
	"auto_renewal_runs",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		domain: text("domain").notNull(),
		expiresAt: stamp("expires_at").notNull(),
		state: word<"ordered" | "asked">("state").notNull(),
		/** Why the bot asked the person; null if it ordered the renewal. */
		reason: text("reason"),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [unique("auto_renewal_runs_once").on(table.accountId, table.domain, table.expiresAt)],
);

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
