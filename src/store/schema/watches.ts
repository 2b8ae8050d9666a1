import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, unique } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, idOf, rowId, stamp, word } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** What a watch looks at. `src/actions/watch/kinds.ts` declares how. */
export type WatchKind =
	/** The domains of an account and their expiry dates. */
	| "expiry"
	/** A domain: what its nameservers and resolvers say after a change. */
	| "live"
	/** A name that a person wants to register; the subject is the domain, `params.underCents` the highest price. */
	| "name"
	/** The price list of an account, and what renewing its domains costs. */
	| "prices"
	/** The domains of an account that are renewed by themselves. */
	| "renewal"
	/** A domain: its nameservers and records, which another program or person may change. */
	| "zone";

/** A question that the bot asks the service, or another source, again and again. */
export const watches = bot.table(
	"watches",
	{
		id: rowId(),
		kind: word<WatchKind>("kind").notNull(),
		/** The account with whose access the bot looks. */
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** The person who wants to know; null if the watch serves everyone connected to the account. */
		personId: idOf("person_id").references(() => people.id),
		/** What the watch is about, such as a domain; empty if it is about the account. */
		subject: text("subject").notNull().default(""),
		/** What exactly the person wants to know, such as a highest price. */
		params: jsonb("params").$type<Record<string, unknown>>().notNull().default({}),
		state: word<"running" | "ended">("state").notNull().default("running"),
		wakeAt: stamp("wake_at").default(clock),
		leaseUntil: stamp("lease_until"),
		/** The number of looks that began. The result of a look counts only if no later one began meanwhile. */
		looks: integer("looks").notNull().default(0),
		lookedAt: stamp("looked_at"),
		/** When a look last got an answer. */
		answeredAt: stamp("answered_at"),
		/** Why the last look got no answer: the word of a `Trouble`, or `broken` for a bug; null if it got one. */
		failure: text("failure"),
		/** The number of looks in a row that got no answer. */
		failures: integer("failures").notNull().default(0),
		/** The last answer. A look without an answer keeps it. */
		answer: jsonb("answer").$type<Record<string, unknown>>(),
		/** When the watch ends; null if it has no end. */
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
