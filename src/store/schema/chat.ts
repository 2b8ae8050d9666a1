import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { bot, idOf, people, rowId, stamp, word } from "./people.ts";

/**
 * The one bot that this database serves. The stored ids of updates and messages are valid only for this bot.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
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

/**
 * A chat that the bot may write to. Its row is inserted with its first update or notification.
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
 */
export const chats = bot.table("chats", {
	id: idOf("id").primaryKey(),
	/** When the person blocked the bot or the chat removed it; null while the bot may send notifications to the chat. */
	stoppedAt: stamp("stopped_at"),
	createdAt: stamp("created_at").notNull().default(clock),
});

/**
 * The kind of a notification says what `subject_id` refers to. For each kind,
 * `src/bot/notifications.ts` declares the screen and the sound.
 */
export type NotificationKind =
	/** An operation. The person who requested it is notified. */
	| "operation"
	/** An operation whose outcome the bot could not determine. The operator of the bot is notified. */
	| "trouble"
	/** An account whose balance fell below the limit that the notified person chose. */
	| "balance"
	/** A connection by which another person joined the account. The people who were already connected are notified. */
	| "connection"
	/** A connection whose token no longer works, because the account has a newer one. */
	| "shut_out"
	/** An account from which another person removed the notified person. */
	| "dismissed"
	/**
	 * The start or the scheduled end of a freeze, which blocks new orders. The other people who are connected to the
	 * account are notified.
	 */
	| "freeze"
	/** A list of domains that expire soon. `subject_id` is a row of `bot.reminders`. */
	| "reminder"
	/** An event that the service sent. `subject_id` is a row of `bot.inbox`. */
	| "event"
	/**
	 * The digest (summary) of a period. It has no row: `subject_id` is the start of the period, in seconds since 1970.
	 */
	| "digest"
	/**
	 * A watch (a repeated check) that finds out when a DNS change is visible everywhere. The person who made the change
	 * is notified of the result.
	 */
	| "live"
	/** A taken name that the bot watched and that became available. `subject_id` is a row of `bot.watches`. */
	| "name"
	/** An account in which a renewal price jumped or a domain became premium. */
	| "price"
	/** The open proposals of a program. `subject_id` is a row of `bot.mandates`. */
	| "proposals"
	/** A question about a domain with auto-renew. `subject_id` is a row of `bot.auto_renewal_runs`. */
	| "renewal"
	/**
	 * A watch (a repeated check) of a domain's records and nameservers. It found a change that another program or person
	 * made.
	 */
	| "zone";

/**
 * A screen is a message that the bot keeps up to date. The row stores the parameters of the message, not its text. The
 * message must be drawn again if `rev` is greater than `shownRev`.
 */
export const screens = bot.table(
	"screens",
	{
		id: rowId(),
		chatId: idOf("chat_id").notNull(),
		/** Telegram's id of the message; null until it is sent. */
		messageId: idOf("message_id"),
		/** Telegram's id of the message that the bot deletes after it has sent the replacement. */
		oldMessageId: idOf("old_message_id"),
		/** Telegram's id of the topic that the message is in, or will be sent to; null outside topics. */
		topicId: idOf("topic_id"),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		routeName: text("feature").notNull(),
		params: jsonb("params").$type<Record<string, unknown>>().notNull(),
		subjectKind: word<NotificationKind>("subject_kind"),
		subjectId: idOf("subject_id"),
		rev: integer("rev").notNull().default(1),
		/**
		 * The newest `rev` that was written by an update from the person. It detects conflicts: the changes of an update
		 * are discarded if another update has raised this value in the meantime. A redraw by a job raises only `rev`, so it
		 * causes no conflict.
		 */
		savedRev: integer("saved_rev").notNull().default(1),
		shownRev: integer("shown_rev").notNull().default(0),
		shownAt: stamp("shown_at"),
		/**
		 * The newest `rev` that must be sent as a new message, so that the screen appears below the person's own message.
		 */
		beneathRev: integer("beneath_rev").notNull().default(0),
		/**
		 * The `rev` that the message's buttons contain. It is lower than `shownRev` if the last redraw found the message
		 * unchanged and did not edit it.
		 */
		keyboardRev: integer("keyboard_rev").notNull().default(0),
		/**
		 * A hash of the message's content. A redraw with the same hash sends nothing. Null if the next redraw must send the
		 * message in any case.
		 */
		shownHash: text("shown_hash"),
		/**
		 * The values of the message's buttons. The callback data of a button contains an index into this list. The list
		 * belongs to the buttons of revision `keyboardRev`.
		 */
		choices: jsonb("choices").$type<readonly string[]>().notNull().default([]),
		leaseUntil: stamp("lease_until"),
		/** Identifies the lease. A process that got no answer when it took the lease recognizes it by this value. */
		leaseId: uuid("lease_id"),
		wakeAt: stamp("wake_at"),
		createdAt: stamp("created_at").notNull().default(clock),
		touchedAt: stamp("touched_at").notNull().default(clock),
	},
	(table) => [
		index("screens_message").on(table.chatId, table.messageId),
		index("screens_subject").on(table.subjectKind, table.subjectId).where(sql`subject_kind is not null`),
		index("screens_due").on(table.wakeAt).where(sql`wake_at is not null`),
		// Only the sweep reads it, and each change of a screen would write an entry of a tree.
		index("screens_touched").using("brin", table.touchedAt),
		index("screens_incident").on(sql`(params->>'domain')`).where(sql`feature = 'incident'`),
		index("screens_board").on(sql`(params->>'boardId')`).where(sql`feature = 'list'`),
	],
);

/**
 * The state of one person in one chat: the guided conversation in progress (`data`) and the screen shown last. Each
 * write of `data` raises `rev`. A write is refused if it is based on an older `rev`.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
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
		/**
		 * Every update that shows a new screen writes it, so no index and no foreign key has it. A screen that was deleted
		 * counts as none.
		 */
		screenId: idOf("screen_id"),
		/** When `data` was last written. */
		writtenAt: stamp("written_at").notNull().default(clock),
	},
	(table) => [primaryKey({ columns: [table.personId, table.chatId] })],
);

export type OutboxState = "waiting" | "sent" | "dropped";

/**
 * A notification. The row stores its subject and no text. The text is made when the notification is sent. It depends on
 * the person's current language, time zone and muted alerts.
 */
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
		/** Distinguishes several notifications about the same subject. A person gets only one per chat, subject and key. */
		dedupKey: text("dedup_key").notNull(),
		/**
		 * What the notification reports besides its subject: parameters of its screen. Null if there is none, or if an
		 * earlier version wrote the row.
		 */
		facts: jsonb("facts").$type<Record<string, unknown>>(),
		state: word<OutboxState>("state").notNull().default("waiting"),
		/** The screen that shows the notification; null before the first attempt to send it. */
		screenId: idOf("screen_id").references(() => screens.id, { onDelete: "set null" }),
		attempts: integer("attempts").notNull().default(0),
		wakeAt: stamp("wake_at").default(clock),
		/**
		 * Until when the notification is held: the end of the person's quiet hours, or the time at which a digest is due.
		 * Null if the notification was due at once.
		 */
		heldUntil: stamp("held_until"),
		leaseUntil: stamp("lease_until"),
		createdAt: stamp("created_at").notNull().default(clock),
		settledAt: stamp("settled_at"),
	},
	(table) => [
		unique("outbox_once").on(table.chatId, table.personId, table.subjectKind, table.subjectId, table.dedupKey),
		index("outbox_screen").on(table.screenId).where(sql`screen_id is not null`),
		index("outbox_due").on(table.wakeAt).where(sql`state = 'waiting'`),
		index("outbox_held").on(table.personId).where(sql`state = 'waiting' and held_until is not null`),
	],
);

/**
 * The updates from Telegram, with the number of attempts to process each and the time of success.
 *
 * @public keeps the check for unused code from reporting this table: only migrations and hand-written SQL use it.
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

/**
 * The row that a notification or a screen is about, such as an operation. When this row changes, the screens about it
 * are redrawn.
 */
export interface Subject {
	kind: NotificationKind;
	id: number;
}

/**
 * The parameters of a screen, such as the ids of the database rows that it shows. They contain neither the content of
 * these rows nor secrets.
 */
export type Params = Record<string, unknown>;
