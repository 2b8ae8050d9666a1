import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { clock } from "../../postgres/clock.ts";
import { bot, cents, idOf, rowId, stamp, word } from "./columns.ts";
import { accounts, people } from "./people.ts";

/** A `running` board may wait for an account or for the service. */
export type BoardState = "running" | "stopped" | "done";

/** A list of names that a person sent, looked up in batches. */
export const boards = bot.table(
	"boards",
	{
		id: rowId(),
		personId: idOf("person_id")
			.notNull()
			.references(() => people.id),
		/** Null until the person connects an account. */
		accountId: idOf("account_id").references(() => accounts.id),
		/** The id of the newest Telegram update that added names. A repeated update adds nothing. */
		updateId: idOf("update_id").notNull(),
		state: word<BoardState>("state").notNull().default("running"),
		/** The `Trouble` that delays or stopped the lookup, as JSON; null if there is none. */
		trouble: jsonb("trouble").$type<Record<string, unknown>>(),
		/** The number of consecutive failed lookups. */
		failures: integer("failures").notNull().default(0),
		/**
		 * `leftOut`: the number of names above the limit. `duplicates`: the number of repeated names. `skipped`: the number
		 * of pieces that were not stored because the board had enough.
		 */
		leftOut: integer("left_out").notNull().default(0),
		duplicates: integer("duplicates").notNull().default(0),
		skipped: integer("skipped").notNull().default(0),
		/** The last word of the newest message, which the next message may complete. */
		tail: text("tail").notNull().default(""),
		/** The time of the newest message in seconds since 1970. */
		saidAt: integer("said_at").notNull(),
		forwarded: boolean("forwarded").notNull(),
		/** When the account's list of domains was first read for the board; null before that. */
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
 * `open`: not looked up yet. `not_name`: a piece of the list that is not a name. All others are the service's answer.
 */
export type BoardNameState = "open" | "available" | "yours" | "taken" | "refused" | "unknown" | "not_name";

/** One name of a board, with the service's answer. */
export const boardNames = bot.table(
	"board_names",
	{
		boardId: idOf("board_id")
			.notNull()
			.references(() => boards.id, { onDelete: "cascade" }),
		ordinal: integer("ordinal").notNull(),
		/** The name in punycode. A piece is stored as the person wrote it, truncated. */
		name: text("name").notNull(),
		state: word<BoardNameState>("state").notNull().default("open"),
		registerCents: cents("register_cents"),
		renewCents: cents("renew_cents"),
		premium: boolean("premium").notNull().default(false),
		/** The code and message of a refusal. For a piece: its problem, and the part that causes it. */
		code: text("code"),
		message: text("message"),
		/** True unless the person deselected the name. Only names that are available can be ordered. */
		ticked: boolean("ticked").notNull().default(true),
	},
	(table) => [
		primaryKey({ columns: [table.boardId, table.ordinal] }),
		uniqueIndex("board_names_once").on(table.boardId, table.name).where(sql`state <> 'not_name'`),
		index("board_names_open").on(table.boardId, table.ordinal).where(sql`state = 'open'`),
	],
);
