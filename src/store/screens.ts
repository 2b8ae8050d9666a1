import { randomUUID } from "node:crypto";
import { isFreeText } from "@domains/kit/postgres/clock.ts";
import type { Fragment, Sql } from "@domains/kit/postgres/connect.ts";
import { throughOutage } from "@domains/kit/postgres/outage.ts";
import type { NotificationKind } from "./schema/chat.ts";

/**
 * The row that a notification or a screen is about, such as an operation. When this row changes, the screens about it
 * are redrawn.
 */
export interface Subject {
	kind: NotificationKind;
	id: number;
}

/** A person who uses the bot. `id` is Telegram's user id. */
export interface Person {
	id: number;
	/** The language in which the bot writes to the person: the name of a file in `locales/`. */
	locale: string;
	/** The IANA name of the person's time zone. */
	timeZone: string;
	/** True while the bot processes the person's first update. */
	isNew: boolean;
}

/**
 * The parameters of a screen, such as the ids of the database rows that it shows. They contain neither the content of
 * these rows nor secrets.
 */
export type Params = Record<string, unknown>;

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

/** A row of `bot.screens` as `to_jsonb` returns it, with 64-bit ids as numbers. */
export interface ScreenRow {
	id: number;
	chat_id: number;
	message_id: number | null;
	old_message_id: number | null;
	topic_id: number | null;
	person_id: number;
	feature: string;
	params: Params;
	subject_kind: Subject["kind"] | null;
	subject_id: number | null;
	rev: number;
	keyboard_rev: number;
	shown_hash: string | null;
	choices: readonly string[];
}

export interface PersonRow {
	id: number;
	locale: string;
	time_zone: string;
	banned_at: string | null;
	quiet_from: number | null;
	quiet_until: number | null;
}

export function personOf(row: PersonRow): Person {
	return { id: row.id, locale: row.locale, timeZone: row.time_zone, isNew: false };
}

export function screenOf(row: ScreenRow): Screen {
	const { subject_kind: kind, subject_id: id } = row;
	return {
		id: row.id,
		chatId: row.chat_id,
		messageId: row.message_id,
		personId: row.person_id,
		routeName: row.feature,
		params: row.params,
		subject: kind === null || id === null ? null : { kind, id },
		rev: row.rev,
		keyboardRev: row.keyboard_rev,
		choices: row.choices,
	};
}

export interface LeasedRow {
	screen: ScreenRow & { lease_id: string };
	person: PersonRow;
	shown_ago: number | null;
}

export function leasedOf({ screen, person, shown_ago }: LeasedRow): LeasedScreen {
	return {
		...screenOf(screen),
		person: personOf(person),
		oldMessageId: screen.old_message_id,
		topicId: screen.topic_id,
		shownHash: screen.shown_hash,
		shownAgo: shown_ago === null ? null : Math.max(0, shown_ago),
		leaseId: screen.lease_id,
	};
}

/** How long a sender keeps a screen, in milliseconds. */
const leaseMs = 30_000;

export type ScreenStore = ReturnType<typeof createScreenStore>;

/**
 * Creates the store that leases screens and records what was shown. Only the process that has the lease of a screen
 * sends its message. So the message is not sent twice.
 */
export function createScreenStore(sql: Sql) {
	return {
		/**
		 * Leases a screen for 30 s. Returns null if the screen's newest revision is already shown, if another sender has
		 * the lease, or if the screen was deleted. An earlier run whose answer was lost counts as this one.
		 */
		async lease(screenId: number): Promise<LeasedScreen | null> {
			const leaseId = randomUUID();
			const lease = async () =>
				await sql<LeasedRow[]>`
				update bot.screens s set lease_until = clock() + interval '30 s', lease_id = ${leaseId}
				from bot.people p
				where s.id = ${screenId} and p.id = s.person_id and s.rev > s.shown_rev
					and (${sql.unsafe(isFreeText("s.lease_until"))} or s.lease_id = ${leaseId})
				returning to_jsonb(s) as screen, to_jsonb(p) as person,
					(extract(epoch from clock() - s.shown_at) * 1000)::float8 as shown_ago`;
			const [row] = await throughOutage(lease, leaseMs);
			return row ? leasedOf(row) : null;
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
		async shown(input: {
			screenId: number;
			rev: number;
			messageId: number;
			keyboardRev: number;
			shownHash: string | null;
			choices: readonly string[];
			/**
			 * The milliseconds until the screen is drawn again, to remove content that must not stay visible, such as a
			 * token.
			 */
			againMs?: number;
			leaseId?: string;
		}): Promise<{ more: boolean }> {
			const { screenId, rev, messageId, keyboardRev, shownHash, choices, againMs = null, leaseId } = input;
			const later = againMs === null ? 0 : 1;
			const record = async (held: Fragment) =>
				await sql<{ more: boolean }[]>`
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
			// The message was sent, so the first run also records it after the lease has ended.
			const unconditional = [sql``];
			const [row] = await whileHeld(leaseId, (held) => record(unconditional.pop() ?? held));
			return { more: row?.more ?? false };
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
				async (held) =>
					await sql`
				update bot.screens set lease_until = null, wake_at = clock() + ${afterMs}::float8 * interval '1 ms'
				where id = ${screenId} ${held}`,
			);
		},
	};

	/**
	 * Runs a statement that ends a lease. With the id of a lease, repeats it while the database is lost. `held` is the
	 * condition that no other sender has leased the screen since.
	 */
	async function whileHeld<R>(leaseId: string | undefined, run: (held: Fragment) => Promise<R>): Promise<R> {
		if (leaseId === undefined) return await run(sql``);
		return await throughOutage(() => run(sql`and lease_id = ${leaseId} and lease_until is not null`), leaseMs);
	}
}
