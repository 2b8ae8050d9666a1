import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { boolean, index, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { operations } from "./operations.ts";
import { accounts, balance, bot, idOf, people, rowId, stamp, word } from "./people.ts";

export type InboxState = "new" | "done";

/**
 * An event that the service sent by webhook. The bot recognises a repeated delivery by its event id, and does not store
 * it again. A service may give every delivery attempt a new id. The bot then recognises the event by the hash of its
 * body, for ten minutes. After that, the same body can report a new event: `bodyHash` of the old row gets another value.
 */
export const inbox = bot.table(
	"inbox",
	{
		id: rowId(),
		accountId: idOf("account_id")
			.notNull()
			.references(() => accounts.id),
		eventId: text("event_id").notNull(),
		bodyHash: text("body_hash").notNull(),
		type: text("type").notNull(),
		domain: text("domain"),
		occurredAt: stamp("occurred_at"),
		clientRef: text("client_ref"),
		externalRef: text("external_ref"),
		reason: text("reason"),
		/** The event's JSON body, unchanged. */
		body: jsonb("body").$type<Record<string, unknown>>().notNull(),
		/** True if the event's signature was more than five minutes old when the event arrived. */
		late: boolean("late").notNull().default(false),
		state: word<InboxState>("state").notNull().default("new"),
		operationId: idOf("operation_id").references(() => operations.id),
		/**
		 * The order whose receipt (the message about its outcome) reports this event to the person who ordered. That person
		 * then gets no alert. Null if no receipt reports the event.
		 */
		receiptId: idOf("receipt_id").references(() => operations.id),
		/**
		 * Several events can share one message, which is about the first of them. This is the id of that first event; null
		 * for the first event itself.
		 */
		groupId: idOf("group_id"),
		/**
		 * For a registration or renewal outside this bot, what the account's balance and the domain's record said right after
		 * it: how far the balance fell, the balance, and the expiry date. Null if unknown.
		 */
		chargedCents: balance("charged_cents"),
		balanceCents: balance("balance_cents"),
		expiresAt: stamp("expires_at"),
		receivedAt: stamp("received_at").notNull().default(clock),
	},
	(table) => [
		unique("inbox_event").on(table.accountId, table.eventId),
		unique("inbox_body").on(table.accountId, table.bodyHash),
		index("inbox_new").on(table.id).where(sql`state = 'new'`),
		index("inbox_domain").on(table.accountId, table.domain),
		index("inbox_group").on(table.groupId).where(sql`group_id is not null`),
		index("inbox_operation").on(table.operationId).where(sql`operation_id is not null`),
		index("inbox_receipt").on(table.receiptId).where(sql`receipt_id is not null`),
		index("inbox_recent").on(table.accountId, table.type, table.receivedAt),
	],
);

/**
 * Something that a person muted. `topic` says what `value` is and which alerts are muted:
 * - `type`: all alerts of an event type.
 * - `domain`, `label`, `tag`: the alerts about a domain, or about the domains with a label (`client_ref`) or a tag of
 *   the person. Alerts about blocks are not muted.
 * - `block`, `label_block`, `tag_block`: only the alerts about blocks of a domain, or of the domains with a label or a
 *   tag of the person.
 */
export const mutes = bot.table(
	"mutes",
	{
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		topic: word<"type" | "domain" | "block" | "label" | "label_block" | "tag" | "tag_block">("topic").notNull(),
		value: text("value").notNull(),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [primaryKey({ columns: [table.personId, table.topic, table.value] })],
);
