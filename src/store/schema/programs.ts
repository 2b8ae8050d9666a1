import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Permission } from "../../rules/mandate.ts";
import { operations } from "./operations.ts";
import { accounts, bot, cents, idOf, people, rowId, stamp, word } from "./people.ts";

/**
 * A mandate: what a program may see and propose in a person's name. It never allows more than the person may do, and a
 * proposal costs nothing until the person pays for it.
 */
export const mandates = bot.table(
	"mandates",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** The person's name for the program. */
		name: text("name").notNull(),
		allows: text("allows").array().$type<Permission[]>().notNull(),
		/** Domains, and TLDs with their leading dot. With `tag`, the mandate covers what either of them covers. */
		names: text("names").array().notNull().default([]),
		/** The mandate covers the domains with this tag of the person. Null, with empty `names`: it covers every domain. */
		tag: text("tag"),
		/** The most that the person can pay on one day (UTC) for proposals of the program, and for one of them. */
		dayCents: cents("day_cents").notNull(),
		orderCents: cents("order_cents").notNull(),
		endsAt: stamp("ends_at").notNull(),
		/** The SHA-256 of the token. The bot does not store the token itself. */
		tokenHash: text("token_hash").notNull(),
		tokenLast4: text("token_last4").notNull(),
		lastUsedAt: stamp("last_used_at"),
		/** When the person stopped the program, or disconnected the account. */
		endedAt: stamp("ended_at"),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [
		uniqueIndex("mandates_token").on(table.tokenHash),
		index("mandates_person").on(table.personId, table.accountId),
	],
);

/** What a program asks the person to order. The names of the fields are those of the API. */
export type ProposedOrder =
	| { action: "register" | "renew"; domain: string; years: number }
	| { action: "dns"; domain: string; add: ProposedRecord[]; remove: ProposedRecord[] }
	| { action: "nameservers"; domain: string; nameservers: string[] };

export interface ProposedRecord {
	type: string;
	hostname: string;
	value: string;
	ttl?: number | undefined;
	priority?: number | undefined;
}

/**
 * A program's proposal. An accepted one has an operation, which is an ordinary quote. The outcome is the operation's;
 * `state` says only what happened to the proposal itself.
 */
export const proposals = bot.table(
	"proposals",
	{
		id: rowId(),
		mandateId: idOf("mandate_id")
			.notNull()
			.references(() => mandates.id, { onDelete: "cascade" }),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		/** The program's own key. A second proposal with the same key and order is the same proposal. */
		key: text("key").notNull(),
		/** Its number in the person's list, which stays with it. Null if it was refused at once, or made before numbers. */
		number: integer("number"),
		order: jsonb("order").$type<ProposedOrder>().notNull(),
		/** The program's words, truncated. They are never shown as the bot's own. */
		reason: text("reason").notNull(),
		state: word<"open" | "declined" | "stopped" | "refused">("state").notNull().default("open"),
		/** Why the bot refused the proposal; null if it did not. */
		refusal: text("refusal"),
		expiresAt: stamp("expires_at").notNull(),
		operationId: idOf("operation_id").references(() => operations.id, { onDelete: "set null" }),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [
		uniqueIndex("proposals_key").on(table.mandateId, table.key).where(sql`state <> 'refused'`),
		index("proposals_mandate").on(table.mandateId, table.id),
		index("proposals_operation").on(table.operationId).where(sql`operation_id is not null`),
	],
);
