import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, unique } from "drizzle-orm/pg-core";
import { accounts, bot, idOf, people, rowId, stamp, word } from "./people.ts";

/**
 * The kinds of watches. A watch is a check that the bot repeats. `src/actions/watch/run.ts` declares how each kind is
 * checked.
 */
export type WatchKind =
	/** Checks the expiry dates of an account's domains. */
	| "expiry"
	/** Checks what a domain's nameservers and resolvers return after a change of its records. */
	| "live"
	/**
	 * Checks whether a domain name that a person wants is available. The row's `subject` is the name, and its
	 * `params.underCents` is the price limit.
	 */
	| "name"
	/** Checks the price list of an account, and the renewal prices of its domains. */
	| "prices"
	/** Checks the account's domains with auto-renew, and renews those that are due for renewal. */
	| "renewal"
	/** Checks whether another program or person has changed the nameservers or records of a domain. */
	| "zone";

/**
 * A watch is a check that the bot repeats, such as a search for an available name. It gets its answer from the domain
 * registrar's service, or from DNS servers.
 */
export const watches = bot.table(
	"watches",
	{
		id: rowId(),
		kind: word<WatchKind>("kind").notNull(),
		/** The account whose API token the check uses. */
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** The only person whom the watch notifies; null if it notifies everyone who is connected to the account. */
		personId: idOf("person_id").references(() => people.id),
		/** The domain or other name that the watch checks; empty if it checks the whole account. */
		subject: text("subject").notNull().default(""),
		/** The person's conditions, such as a highest price. */
		params: jsonb("params").$type<Record<string, unknown>>().notNull().default({}),
		state: word<"running" | "ended">("state").notNull().default("running"),
		wakeAt: stamp("wake_at").default(clock),
		leaseUntil: stamp("lease_until"),
		/**
		 * A counter that detects outdated results. It increases when a check starts, and when the result of a running check
		 * must be discarded, for example because `params` changed. A check stores its result only if the counter has not
		 * changed since that check started.
		 */
		looks: integer("looks").notNull().default(0),
		lookedAt: stamp("looked_at"),
		/** When a check last got an answer from the registrar's service or the DNS servers. */
		answeredAt: stamp("answered_at"),
		/**
		 * The reason why the last check failed: a value of the field `trouble` in the type `Trouble`
		 * (`src/actions/trouble.ts`), or `broken` for a bug. Null if the check did not fail.
		 */
		failure: text("failure"),
		/** The number of consecutive failed checks. */
		failures: integer("failures").notNull().default(0),
		/** The answer that the last successful check stored. */
		answer: jsonb("answer").$type<Record<string, unknown>>(),
		/** When the watch ends at the latest; null if it has no time limit. */
		endsAt: stamp("ends_at"),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [
		unique("watches_once").on(table.kind, table.accountId, table.personId, table.subject).nullsNotDistinct(),
		index("watches_account").on(table.accountId),
		index("watches_person").on(table.personId).where(sql`person_id is not null`),
		index("watches_due").on(table.wakeAt).where(sql`state = 'running'`),
	],
);
