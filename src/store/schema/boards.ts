import { clock } from "@domains/kit/postgres/clock.ts";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { accounts, bot, cents, idOf, people, rowId, stamp, word } from "./people.ts";

/**
 * The state of a board (a stored list of names):
 * - `running`: the lookup of the names is not finished. It may wait until the person connects an account, or until the
 *   service answers.
 * - `stopped`: the person or a failure stopped the lookup.
 * - `done`: every name has an answer.
 */
export type BoardState = "running" | "stopped" | "done";

/** A board is a list of names that a person sent. The bot looks the names up in batches. */
export const boards = bot.table(
	"boards",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** Null until the person connects an account. */
		accountId: idOf("account_id").references(() => accounts.id),
		/**
		 * The id of the newest Telegram update that added names. If Telegram delivers this update again, the bot adds no
		 * names.
		 */
		updateId: idOf("update_id").notNull(),
		state: word<BoardState>("state").notNull().default("running"),
		/**
		 * The problem that delays or stopped the lookup, as the JSON of a `Trouble` (`src/actions/trouble.ts`); null if
		 * there is none.
		 */
		trouble: jsonb("trouble").$type<Record<string, unknown>>(),
		/** The number of consecutive failed lookups. */
		failures: integer("failures").notNull().default(0),
		/**
		 * Counts of what the board does not contain:
		 * - `leftOut`: the names that exceed the limit of names.
		 * - `duplicates`: the repeated names.
		 * - `skipped`: the words that are not names and were not stored, because a board stores only a limited number of
		 *   them.
		 */
		leftOut: integer("left_out").notNull().default(0),
		duplicates: integer("duplicates").notNull().default(0),
		skipped: integer("skipped").notNull().default(0),
		/**
		 * The last word of the newest message, which may be cut off. A Telegram client splits a long text into several
		 * messages, so the next message may contain the rest of the word.
		 */
		tail: text("tail").notNull().default(""),
		/** The time of the newest message in seconds since 1970. */
		saidAt: integer("said_at").notNull(),
		forwarded: boolean("forwarded").notNull(),
		/**
		 * When the bot first read the account's domains, to mark the names that the account owns. Null before the first
		 * read.
		 */
		listedAt: stamp("listed_at"),
		wakeAt: stamp("wake_at"),
		leaseUntil: stamp("lease_until"),
		createdAt: stamp("created_at").notNull().default(clock),
		/** The time of the person's last message or tap about the board. */
		touchedAt: stamp("touched_at").notNull().default(clock),
	},
	(table) => [
		uniqueIndex("boards_update").on(table.personId, table.updateId),
		index("boards_due").on(table.wakeAt).where(sql`wake_at is not null`),
		index("boards_touched").on(table.touchedAt),
	],
);

/**
 * The state of a name. `open`: the name was not looked up yet. `not_name`: the row is a word of the person's list that
 * is not a name. All other states are the service's answers.
 */
export const boardNameStates = ["open", "available", "yours", "taken", "refused", "unknown", "not_name"] as const;
export type BoardNameState = (typeof boardNameStates)[number];

/** One name of a board (a stored list of names), with the service's answer. */
export const boardNames = bot.table(
	"board_names",
	{
		boardId: idOf("board_id")
			.notNull()
			.references(() => boards.id, { onDelete: "cascade" }),
		ordinal: integer("ordinal").notNull(),
		/** The name in punycode. In the state `not_name`, the text as the person wrote it, truncated. */
		name: text("name").notNull(),
		state: word<BoardNameState>("state").notNull().default("open"),
		registerCents: cents("register_cents"),
		renewCents: cents("renew_cents"),
		premium: boolean("premium").notNull().default(false),
		/**
		 * The code and message with which the service refused the name. In the state `not_name`, `code` is the reason why
		 * the text is not a name. `message` is then the part of the text that is wrong.
		 */
		code: text("code"),
		message: text("message"),
		/** True until the person deselects the name. A ticked name can be ordered only if it is available. */
		ticked: boolean("ticked").notNull().default(true),
	},
	(table) => [
		primaryKey({ columns: [table.boardId, table.ordinal] }),
		uniqueIndex("board_names_once").on(table.boardId, table.name).where(sql`state <> 'not_name'`),
		index("board_names_open").on(table.boardId, table.ordinal).where(sql`state = 'open'`),
	],
);
