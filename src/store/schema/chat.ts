import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, idOf, rowId, stamp, word } from "./columns.ts";
import { people } from "./people.ts";

/**
 * The one bot that this database serves. Update ids and message ids belong to that bot.
 * @public The migrations are generated from it; hand-written SQL names the table.
 */
export const identity = bot.table(
	"identity",
	{
		/** Always true: the table has one row. */
		oneRow: boolean("one_row").primaryKey().default(true),
		botId: idOf("bot_id").notNull(),
		username: text("username").notNull(),
		since: stamp("since").notNull().default(clock),
	},
	({ oneRow }) => [check("identity_once", sql`${oneRow}`)],
);

/** A chat that the bot may write to. Its row is inserted with its first update or notification. */
export const chats = bot.table("chats", {
	id: idOf("id").primaryKey(),
	/** When the person blocked the bot or the bot was removed; null while the chat receives notifications. */
	stoppedAt: stamp("stopped_at"),
	createdAt: stamp("created_at").notNull().default(clock),
});

/**
 * The kind of row that `subject_id` refers to. The bot declares the screen and the sound of each kind of notification
 * in `src/bot/features/alerts/notifications.ts`.
 */
export type NotificationKind =
	/** An operation; its owner is notified. */
	| "operation"
	/** An operation that needs a human; the operator of the bot is notified. */
	| "trouble"
	/** An account whose balance fell below the amount that a person chose. */
	| "balance"
	/** A connection through which another person joined an account. */
	| "connection"
	/** A connection whose token no longer works, because the account has a newer one. */
	| "shut_out"
	/** An account from which another person removed the notified person. */
	| "dismissed"
	/** The start or scheduled end of a freeze. The other people who are connected to the account are notified. */
	| "freeze"
	/** A list of domains that expire soon, a row of `bot.reminders`. */
	| "reminder"
	/** An event of the service, a row of `bot.inbox`. */
	| "event"
	/** The digest of a period; its id is the start of the period, in seconds since 1970. */
	| "digest"
	/** A watch that checks whether a change is visible everywhere. Its person is notified of the result. */
	| "live"
	/** A watched name that became available, a row of `bot.watches`. */
	| "name"
	/** An account whose renewal prices jumped. */
	| "price"
	/** A question about a domain with auto-renew, a row of `bot.auto_renewal_runs`. */
	| "renewal"
	/** A watch that found a change of a domain made outside this bot. */
	| "zone";

/** A message that the bot keeps up to date, as data without its text. It must be drawn if `rev` exceeds `shownRev`. */
export const screens = bot.table(
	"screens",
	{
		id: rowId(),
		chatId: idOf("chat_id").notNull(),
		/** Telegram's id of the message; null until it is sent. */
		messageId: idOf("message_id"),
		/** The message to delete once its replacement is sent. */
		oldMessageId: idOf("old_message_id"),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		feature: text("feature").notNull(),
		params: jsonb("params").$type<Record<string, unknown>>().notNull(),
		subjectKind: word<NotificationKind>("subject_kind"),
		subjectId: idOf("subject_id"),
		rev: integer("rev").notNull().default(1),
		/**
		 * The newest `rev` that an update from the person wrote. Another update conflicts only if this value has changed. A
		 * redraw by a job raises `rev` and leaves this value.
		 */
		savedRev: integer("saved_rev").notNull().default(1),
		shownRev: integer("shown_rev").notNull().default(0),
		shownAt: stamp("shown_at"),
		/** The newest `rev` that must be sent as a new message below the person's own. */
		beneathRev: integer("beneath_rev").notNull().default(0),
		/** The `rev` encoded in the message's buttons. Older than `shownRev` if the last redraw changed nothing. */
		keyboardRev: integer("keyboard_rev").notNull().default(0),
		/** A hash of the message's content; null if the next redraw must send it even without a change. */
		shownHash: text("shown_hash"),
		/** The values of the message's buttons, which contain an index into this list. Valid for `keyboardRev`. */
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
		index("screens_incident").on(sql`(params->>'domain')`).where(sql`feature = 'incident'`),
		index("screens_board").on(sql`(params->>'boardId')`).where(sql`feature = 'list'`),
	],
);

/**
 * The state of one person in one chat: the guided flow in progress (`data`) and the screen last shown. Each write of
 * the flow raises `rev`; a write based on an older `rev` is refused.
 * @public The migrations are generated from it; hand-written SQL names the table.
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
		/** Distinguishes notifications about one subject. A chat and person get only one per subject and key. */
		dedupKey: text("dedup_key").notNull(),
		state: word<OutboxState>("state").notNull().default("waiting"),
		/** The screen that shows the notification; null before the first attempt. */
		screenId: idOf("screen_id").references(() => screens.id, { onDelete: "set null" }),
		attempts: integer("attempts").notNull().default(0),
		wakeAt: stamp("wake_at").default(clock),
		/** The end of the quiet hours that hold it, or the time of a digest; null if it was due at once. */
		heldUntil: stamp("held_until"),
		leaseUntil: stamp("lease_until"),
		createdAt: stamp("created_at").notNull().default(clock),
		settledAt: stamp("settled_at"),
	},
	(table) => [
		unique("outbox_once").on(table.chatId, table.personId, table.subjectKind, table.subjectId, table.dedupKey),
		index("outbox_due").on(table.wakeAt).where(sql`state = 'waiting'`),
		index("outbox_held").on(table.personId).where(sql`state = 'waiting' and held_until is not null`),
	],
);

/**
 * The updates from Telegram, with the number of attempts to process each and the time of success.
 * @public The migrations are generated from it; hand-written SQL names the table.
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
