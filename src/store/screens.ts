import { randomUUID } from "node:crypto";
import { endLease } from "@domains/kit/postgres/clock.ts";
import type { Db, Fragment, Sql, Tx } from "@domains/kit/postgres/connect.ts";
import { throughOutage } from "@domains/kit/postgres/errors.ts";
import { sql } from "drizzle-orm";
import { decodeRow, type JsonRow, type Person, personOf } from "./json-rows.ts";
import { screenLease } from "./leases.ts";
import { type Params, type Subject, screens } from "./schema/chat.ts";
import { type OnAlone, shareWork } from "./shared.ts";

/**
 * A screen: a message that the bot keeps up to date. `rev` is its revision, which increases with every change.
 * `keyboardRev` is the revision in the callback data of the visible message's buttons.
 */
export interface Screen {
	id: number;
	chatId: number;
	/** Telegram's id of the message; null until it is sent. */
	messageId: number | null;
	personId: number;
	/** The name of its route. The column is `feature`. */
	routeName: string;
	params: Params;
	subject: Subject | null;
	rev: number;
	keyboardRev: number;
	/**
	 * The values of the buttons of revision `keyboardRev`. The callback data of a button is `rev.verb.n`, where `n` is an
	 * index into this list.
	 */
	choices: readonly string[];
}

export interface LeasedScreen extends Screen {
	person: Person;
	/** The message to delete once its replacement is sent; null if there is none. */
	oldMessageId: number | null;
	/** The topic to which the message is sent; null outside topics. */
	topicId: number | null;
	/** A hash of the content that the message shows now; null if the message must be sent even without a change. */
	shownHash: string | null;
	/** Milliseconds since the screen was last shown, by the database's clock; null if it was never shown. */
	shownAgo: number | null;
	/** Identifies the lease, so that its holder can repeat a statement whose answer was lost. */
	leaseId: string;
}

/** A new screen that is not stored yet, at revision 1. */
export type Draft = Omit<LeasedScreen, "id" | "leaseId">;

export function screenOf(json: JsonRow): Screen {
	return shownPart(decodeRow(screens, json));
}

function shownPart(row: typeof screens.$inferSelect): Screen {
	const { id, chatId, messageId, personId, routeName, params, subjectKind, subjectId, rev, keyboardRev, choices } = row;
	const subject = subjectKind === null || subjectId === null ? null : { kind: subjectKind, id: subjectId };
	return { id, chatId, messageId, personId, routeName, params, subject, rev, keyboardRev, choices };
}

/** A leased screen as a statement returns it. Rows are in JSON. */
export interface LeasedRow {
	screen: JsonRow;
	person: JsonRow;
	shown_ago: number | null;
}

export function leasedOf({ screen, person, shown_ago }: LeasedRow, leaseId: string): LeasedScreen {
	const row = decodeRow(screens, screen);
	const { oldMessageId, topicId, shownHash } = row;
	return {
		...shownPart(row),
		person: personOf(person),
		oldMessageId,
		topicId,
		shownHash,
		shownAgo: shown_ago === null ? null : Math.max(0, shown_ago),
		leaseId,
	};
}

/** A message that was sent or edited, and that shows a screen. */
export interface SentMessage {
	messageId: number;
	/**
	 * The revision of the screen for which the buttons were made. The callback data of each button contains it, so the
	 * bot recognises a tap on an outdated button.
	 */
	keyboardRev: number;
	/**
	 * A hash of the text and the buttons. Null for a view with a secret, because not even a hash of a secret may be
	 * stored.
	 */
	shownHash: string | null;
	/** The values of the buttons, which the bot stores. The callback data of a button contains the index of its value. */
	choices: readonly string[];
}

/** What a person sees now, after a screen was sent or edited. */
interface Shown extends SentMessage {
	screenId: number;
	rev: number;
	/**
	 * The milliseconds until the screen is drawn again, to remove content that must not stay visible, such as a token.
	 */
	againMs?: number;
	leaseId?: string;
}

export type ScreenStore = ReturnType<typeof createScreenStore>;

/**
 * Creates the store that leases screens and records what was shown. Only the process that has the lease of a screen
 * sends its message. So the message is not sent twice.
 */
export function createScreenStore(sql: Sql, newLeaseId: () => string = randomUUID, onAlone: OnAlone = () => {}) {
	const alone = (shown: Shown) => record(sql, shown, sql``);
	const idOf = ({ screenId }: Shown) => screenId;
	const shared = shareWork(
		{
			keyOf: idOf,
			idOf,
			toRow: (shown: Shown) => shown,
			together: (rows) => recordAll(sql, rows),
			fromRow: ({ more }) => ({ more }),
			alone,
		},
		(reason) => onAlone("record", reason),
	);
	const recordFirst = (shown: Shown) => (shown.againMs === undefined ? shared(shown) : alone(shown));
	return {
		/**
		 * Leases a screen for 30 s. Returns null if the screen's newest revision is already shown, if another sender has
		 * the lease, or if the screen was deleted. An earlier run whose answer was lost counts as this one.
		 */
		async lease(screenId: number): Promise<LeasedScreen | null> {
			const leaseId = newLeaseId();
			const lease = async () =>
				await sql<LeasedRow[]>`
				update bot.screens set lease_until = ${sql.unsafe(screenLease.text.end)}, lease_id = ${leaseId}
				from bot.people p
				where screens.id = ${screenId} and p.id = person_id and rev > shown_rev
					and (${sql.unsafe(screenLease.text.isFree)} or lease_id = ${leaseId})
				returning to_jsonb(screens) as screen, to_jsonb(p) as person,
					(extract(epoch from clock() - shown_at) * 1000)::float8 as shown_ago`;
			const [row] = await throughOutage(lease, screenLease.ms);
			return row ? leasedOf(row, leaseId) : null;
		},

		/**
		 * Records what the person sees now, and ends the lease. Returns `more`: true if the screen already has a newer
		 * revision. The caller must then draw that revision. If that revision must be sent as a new message, the message
		 * just shown is deleted afterwards (`old_message_id`).
		 *
		 * If `more` is false, the same statement marks the notifications that this screen shows (rows of `bot.outbox`) as
		 * sent. So a crash after this statement cannot cause a second send.
		 *
		 * With `leaseId`, repeats the statement while the database is lost, but only as long as the lease is unchanged.
		 */
		async shown(input: Shown): Promise<{ more: boolean }> {
			// The message was sent, so the first run also records it after the lease has ended.
			const first = [() => recordFirst(input)];
			return await whileHeld(input.leaseId, (held) => first.pop()?.() ?? record(sql, input, held));
		},

		/** Returns the current values of the screen's buttons; null if the screen was deleted. */
		async buttons(screenId: number): Promise<Pick<Screen, "keyboardRev" | "choices"> | null> {
			const [row] = await sql<{ keyboard_rev: number; choices: readonly string[] }[]>`
				select keyboard_rev, choices from bot.screens where id = ${screenId}`;
			return row ? { keyboardRev: row.keyboard_rev, choices: row.choices } : null;
		},

		/**
		 * Ends the lease without showing anything. The screen is due again in `afterMs` milliseconds. With null, the screen
		 * is due only after its next change, because it cannot be shown as it is. With `leaseId`, ends only this lease, and
		 * repeats the statement while the database is lost.
		 */
		async release(screenId: number, afterMs: number | null, leaseId?: string): Promise<void> {
			await whileHeld(
				leaseId,
				async (held) => await sql`update bot.screens set ${endLease(sql, afterMs)} where id = ${screenId} ${held}`,
			);
		},
	};

	/**
	 * Runs a statement that ends a lease. With the id of a lease, repeats it while the database is lost. `held` is the
	 * condition that no other sender has leased the screen since.
	 */
	async function whileHeld<R>(leaseId: string | undefined, run: (held: Fragment) => Promise<R>): Promise<R> {
		if (leaseId === undefined) return await run(sql``);
		return await throughOutage(() => run(sql`and lease_id = ${leaseId} and lease_until is not null`), screenLease.ms);
	}
}

/** Records what a person sees now. The notifications that the screen shows count as sent. */
async function record(sql: Sql, shown: Shown, held: Fragment): Promise<{ more: boolean }> {
	const { screenId, rev, messageId, keyboardRev, shownHash, choices, againMs = null } = shown;
	const later = againMs === null ? 0 : 1;
	const [row] = await sql<{ more: boolean }[]>`
		with held as materialized (
			-- Code that adds an event to a notification locks its row before the screen. The same order here prevents a deadlock.
			select id from bot.outbox where screen_id = ${screenId} and state = 'waiting' order by id for update
		), drawn as (
			update bot.screens set
				shown_rev = ${rev}, shown_at = clock(), lease_until = null,
				keyboard_rev = ${keyboardRev}, shown_hash = ${shownHash}, choices = ${JSON.stringify(choices)}::jsonb,
				message_id = case when beneath_rev > ${rev} then null else ${messageId}::bigint end,
				old_message_id = case when beneath_rev > ${rev} then ${messageId}::bigint end,
				wake_at = case when rev > ${rev} then clock() else clock() + ${againMs}::float8 * interval '1 ms' end,
				rev = rev + ${later}
			where id = ${screenId} and (select count(*) from held) >= 0 ${held}
			returning id, feature, subject_kind, subject_id, rev - ${later} > ${rev} as more
		), told as (
			update bot.outbox o set state = 'sent', settled_at = clock(), lease_until = null, wake_at = null
			from drawn
			where o.screen_id = drawn.id and o.state = 'waiting' and not drawn.more
				and (drawn.feature = 'held' or o.subject_kind = drawn.subject_kind and o.subject_id = drawn.subject_id)
		)
		select more from drawn`;
	return { more: row?.more ?? false };
}

/** Does the same for several screens. Returns no row for a screen that is locked, or for which a notification waits. */
async function recordAll(sql: Sql, all: string): Promise<readonly { id: string; more: boolean }[]> {
	return await sql<{ id: string; more: boolean }[]>`
		with given as materialized (
			select given.*
			from jsonb_to_recordset(${all}::jsonb) as given(
				"screenId" bigint, rev integer, "messageId" bigint, "keyboardRev" integer, "shownHash" text, choices jsonb
			)
			join bot.screens s on s.id = "screenId"
			where not exists (select from bot.outbox where screen_id = "screenId" and state = 'waiting')
			for update of s skip locked
		)
		update bot.screens s set
			shown_rev = g.rev, shown_at = clock(), lease_until = null,
			keyboard_rev = g."keyboardRev", shown_hash = g."shownHash", choices = g.choices,
			message_id = case when beneath_rev > g.rev then null else g."messageId" end,
			old_message_id = case when beneath_rev > g.rev then g."messageId" end,
			wake_at = case when s.rev > g.rev then clock() end
		from given g where s.id = g."screenId"
		returning s.id, s.rev > g.rev as more`;
}

/**
 * Marks all screens about a subject for a redraw and returns the ids of those that can be drawn now. A message that was
 * drawn just now can be drawn again only a moment later, and the sweep finds it then. In each chat, only the screen
 * that the person used last keeps the subject. The older screens lose it: their last redraw says that a newer message
 * replaces them. The message about a program also shows the operations that it proposed, so it is redrawn with each of
 * them. The redraw also counts as sending the waiting notifications about the subject. Otherwise, a person who has just read
 * the outcome on a screen could get the same outcome again in a new message.
 */
export async function invalidateScreens(tx: Tx, subject: Subject): Promise<number[]> {
	return (await linkAndInvalidateScreens(tx, subject)).screens;
}

/**
 * Does the same as `invalidateScreens`. `linked`: those of the screens that a waiting notification is to show. Sending
 * the notification also draws such a screen.
 */
export async function linkAndInvalidateScreens(
	tx: Tx,
	{ kind, id }: Subject,
): Promise<{ screens: number[]; linked: ReadonlySet<number> }> {
	// Senders lock the notification before the screen. This function uses the same order to prevent a deadlock. It needs
	// two statements: after it has waited for a sender, the second one must see the screen that the sender created.
	const linked = new Set(await linkNotifications(tx, { kind, id }));
	const rows = await tx.execute<{ id: string; due: boolean }>(sql`
		update bot.screens s set rev = s.rev + 1,
			wake_at = greatest(
				clock(), case when s.shown_at <= clock() then s.shown_at + ${drawingPause} end, case when ${isUnsent} then s.wake_at end),
			subject_kind = case when l.newest then s.subject_kind end, subject_id = case when l.newest then s.subject_id end
		from (
			select id, row_number() over (
				partition by chat_id, person_id, subject_kind order by touched_at desc, id desc) = 1 as newest
			from bot.screens where (subject_kind, subject_id) in (
				select ${kind}, ${id}::bigint union all
				select 'proposals', mandate_id from bot.proposals where ${kind} = 'operation' and operation_id = ${id})
		) l
		where l.id = s.id
		returning s.id, s.wake_at <= clock() as due`);
	const due = rows.filter((row) => row.due).map((row) => Number(row.id));
	return { screens: due, linked };
}

/**
 * SQL for the shortest time between two drawings of a message: Telegram accepts one message a second in a private chat,
 * and 20 a minute in a group, whose id is negative.
 */
const drawingPause = sql`case when s.chat_id < 0 then interval '3 s' else interval '1 s' end`;

/**
 * SQL that is true if a waiting notification is to send this screen as a new message. The screen must then not be drawn
 * before the notification: drawing it alone would ignore the rate limit, and the pause that Telegram asked for.
 */
const isUnsent = sql`s.shown_at is null
	and exists (select from bot.outbox o where o.screen_id = s.id and o.state = 'waiting')`;

/**
 * Links each waiting notification about a subject to the screen about this subject that the person used last. When that
 * screen is drawn again, the notification counts as sent. Returns the ids of these screens.
 */
async function linkNotifications(tx: Tx, { kind, id }: Subject): Promise<number[]> {
	const rows = await tx.execute<{ id: string }>(sql`
		update bot.outbox o set screen_id = l.id
		from (
			select distinct on (chat_id, person_id) id, chat_id, person_id
			from bot.screens where subject_kind = ${kind} and subject_id = ${id}
			order by chat_id, person_id, touched_at desc, id desc
		) l
		where o.chat_id = l.chat_id and o.person_id = l.person_id and o.subject_kind = ${kind} and o.subject_id = ${id}
			and o.state = 'waiting' and o.screen_id is null
		returning l.id`);
	return rows.map((row) => Number(row.id));
}

/**
 * Marks the messages that show a board (a stored list of names) for a redraw. Without `now`, skips a message that was
 * drawn less than two seconds ago or already waits for a redraw. Returns the ids of the screens to redraw.
 */
export async function redrawBoard(db: Db | Tx, id: number, { now = false } = {}): Promise<number[]> {
	const rows = await db.execute<{ id: string }>(sql`
		update bot.screens set rev = rev + 1, wake_at = clock()
		where feature = 'list' and params->>'boardId' = ${String(id)}
			and (${now} or shown_at not between clock() - interval '1900 ms' and clock()) and (${now} or rev = shown_rev)
		returning id`);
	return rows.map((row) => Number(row.id));
}
