import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, idOf, rowId, stamp, word } from "./columns.ts";
import { people } from "./people.ts";

/**
 * The one bot that this database serves: update ids, and the messages behind screens, are that bot's.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const identity = bot.table(
	"identity",
	{
		/** There is one row. */
		oneRow: boolean("one_row").primaryKey().default(true),
		botId: idOf("bot_id").notNull(),
		username: text("username").notNull(),
		since: stamp("since").notNull().default(clock),
	},
	({ oneRow }) => [check("identity_once", sql`${oneRow}`)],
);

/** A chat that we may write to. A row is inserted with the chat's first update or notification. */
export const chats = bot.table("chats", {
	id: idOf("id").primaryKey(),
	/** The person blocked the bot, or it was removed: no alerts until they come back. */
	stoppedAt: stamp("stopped_at"),
	createdAt: stamp("created_at").notNull().default(clock),
});

/**
 * The kind of a subject: what `subject_id` is the id of, and what a notification about it says. The bot declares the
 * screen and the sound of each kind in `src/bot/features/alerts/notifications.ts`.
 */
export type NotificationKind =
	/** An operation, for its owner. */
	| "operation"
	/** An operation that needs a human, for the operator of the bot. */
	| "trouble"
	/** An account whose balance fell below the amount that a person chose. */
	| "balance"
	/** A connection by which another person joined an account. */
	| "connection"
	/** A connection whose token no longer works, because the account has a newer one. */
	| "shut_out"
	/** An account from which a person was disconnected by another one. */
	| "dismissed"
	/** A row of `bot.inbox`: an event of the service. */
	| "event";

/** A message that the bot keeps up to date: its content, not its layout. A `rev` over `shownRev` has to be drawn. */
export const screens = bot.table(
	"screens",
	{
		id: rowId(),
		chatId: idOf("chat_id").notNull(),
		/** Null until it was sent. */
		messageId: idOf("message_id"),
		/** Deleted once the message that replaces it is sent. */
		oldMessageId: idOf("old_message_id"),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		feature: text("feature").notNull(),
		params: jsonb("params").$type<Record<string, unknown>>().notNull(),
		subjectKind: word<NotificationKind>("subject_kind"),
		subjectId: idOf("subject_id"),
		rev: integer("rev").notNull().default(1),
		/** The `rev` that a person's own update wrote last. Jobs only request a redraw, which conflicts with no update. */
		savedRev: integer("saved_rev").notNull().default(1),
		shownRev: integer("shown_rev").notNull().default(0),
		shownAt: stamp("shown_at"),
		/** The newest `rev` that needs a new message below what the person wrote. */
		beneathRev: integer("beneath_rev").notNull().default(0),
		/** The `rev` in the buttons of the message: older than `shownRev` if a redraw would have changed nothing. */
		keyboardRev: integer("keyboard_rev").notNull().default(0),
		/** A hash of what the message shows; null if it must be sent even if it looks the same. */
		shownHash: text("shown_hash"),
		/** The values behind the buttons of `keyboardRev`. */
		choices: jsonb("choices").$type<readonly string[]>().notNull().default([]),
		leaseUntil: stamp("lease_until"),
		wakeAt: stamp("wake_at"),
		createdAt: stamp("created_at").notNull().default(clock),
		touchedAt: stamp("touched_at").notNull().default(clock),
	},
	(table) => [
		index("screens_message").on(table.chatId, table.messageId),
		index("screens_subject").on(table.subjectKind, table.subjectId),
		index("screens_due").on(table.wakeAt).where(sql`wake_at is not null`),
		index("screens_touched").on(table.touchedAt),
	],
);

/**
 * The state of one person in one chat: the guided flow in progress and the screen last shown. `rev` rises
 * with each write of the flow; a writer who read an older one loses.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const conversations = bot.table(
	"conversations",
	{
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		chatId: idOf("chat_id").notNull(),
		data: jsonb("data").$type<unknown>(),
		rev: integer("rev").notNull().default(0),
		screenId: idOf("screen_id").references(() => screens.id, { onDelete: "set null" }),
		/** When `data` was last written. */
		writtenAt: stamp("written_at").notNull().default(clock),
		seenAt: stamp("seen_at").notNull().default(clock),
	},
	(table) => [primaryKey({ columns: [table.personId, table.chatId] })],
);

export type OutboxState = "waiting" | "sent" | "dropped";

/** A notification. It has a subject and no text: language, time zone and mutes are read when it is sent. */
export const outbox = bot.table(
	"outbox",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		chatId: idOf("chat_id").notNull(),
		subjectKind: word<NotificationKind>("subject_kind").notNull(),
		subjectId: idOf("subject_id").notNull(),
		/** Distinguishes notifications about one subject; each is sent to a person and chat once. */
		dedupKey: text("dedup_key").notNull(),
		state: word<OutboxState>("state").notNull().default("waiting"),
		/** The message that shows it, from the first attempt on. */
		screenId: idOf("screen_id").references(() => screens.id, { onDelete: "set null" }),
		attempts: integer("attempts").notNull().default(0),
		wakeAt: stamp("wake_at").default(clock),
		leaseUntil: stamp("lease_until"),
		createdAt: stamp("created_at").notNull().default(clock),
		settledAt: stamp("settled_at"),
	},
	(table) => [
		unique("outbox_once").on(table.chatId, table.personId, table.subjectKind, table.subjectId, table.dedupKey),
		index("outbox_due").on(table.wakeAt).where(sql`state = 'waiting'`),
	],
);

/**
 * Telegram's updates: how often each was begun, and if it is done.
 * @public The migrations are made from it; statements name the table by hand.
 */
export const updates = bot.table(
	"updates",
	{
		id: idOf("id").primaryKey(),
		tries: integer("tries").notNull().default(1),
		doneAt: stamp("done_at"),
		createdAt: stamp("created_at").notNull().default(clock),
	},
	(table) => [index("updates_created").on(table.createdAt)],
);
