import type { Sql } from "../postgres/connect.ts";
import type { Subject } from "./notifications.ts";

/** A person, by Telegram's id. */
export interface Person {
	id: number;
	/** One of the locales that the bot speaks. */
	locale: string;
	/** An IANA name. */
	timeZone: string;
	/** True in the person's first update. */
	isNew: boolean;
}

/** Small plain data by which a screen finds its rows. It contains no rows and no secrets. */
export type Params = Record<string, unknown>;

/**
 * A message that the bot keeps up to date. `rev` rises with every change. `keyboardRev` is the revision in the buttons
 * that the person sees.
 */
export interface Screen {
	id: number;
	chatId: number;
	/** Null until it was sent. */
	messageId: number | null;
	personId: number;
	feature: string;
	params: Params;
	subject: Subject | null;
	rev: number;
	keyboardRev: number;
	/** The values behind the buttons of `keyboardRev`: `n` of a `rev.verb.n` is an index into them. */
	choices: readonly string[];
}

export interface LeasedScreen extends Screen {
	person: Person;
	/** The message to delete once the new one is sent. */
	oldMessageId: number | null;
	/** A hash of what the message shows; null if it must be sent even when it looks the same. */
	shownHash: string | null;
	/** Milliseconds since it was last shown, by the database's clock; null if it never was. */
	shownAgo: number | null;
}

/** A row of `bot.screens` as `to_jsonb` returns it, with 64-bit ids as numbers. */
export interface ScreenRow {
	id: number;
	chat_id: number;
	message_id: number | null;
	old_message_id: number | null;
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
		feature: row.feature,
		params: row.params,
		subject: kind === null || id === null ? null : { kind, id },
		rev: row.rev,
		keyboardRev: row.keyboard_rev,
		choices: row.choices,
	};
}

export interface LeasedRow {
	screen: ScreenRow;
	person: PersonRow;
	shown_ago: number | null;
}

export function leasedOf({ screen, person, shown_ago }: LeasedRow): LeasedScreen {
	return {
		...screenOf(screen),
		person: personOf(person),
		oldMessageId: screen.old_message_id,
		shownHash: screen.shown_hash,
		shownAgo: shown_ago,
	};
}

export type ScreenStore = ReturnType<typeof createScreenStore>;

/** Each message has one writer: the holder of the lease draws it. */
export function createScreenStore(sql: Sql) {
	return {
		/** Leases a screen for 30 s. Null when it shows its newest revision, another sender has it, or it is gone. */
		async lease(screenId: number): Promise<LeasedScreen | null> {
			const [row] = await sql<LeasedRow[]>`
				update bot.screens s set lease_until = clock() + interval '30 s'
				from bot.people p
				where s.id = ${screenId} and p.id = s.person_id and s.rev > s.shown_rev
					and (s.lease_until is null or s.lease_until <= clock())
				returning to_jsonb(s) as screen, to_jsonb(p) as person,
					(extract(epoch from clock() - s.shown_at) * 1000)::float8 as shown_ago`;
			return row ? leasedOf(row) : null;
		},

		/**
		 * Records what the person sees now, and ends the lease. `more`: the screen changed while it was drawn, or a sender
		 * that lost its lease showed an older revision, so it must be drawn again. If a new message below was requested
		 * meanwhile, this one becomes the old message. The same statement settles the notifications that the screen shows,
		 * unless `more`: a process that dies after it sends none of them twice.
		 */
		async shown(input: {
			screenId: number;
			rev: number;
			messageId: number;
			keyboardRev: number;
			shownHash: string | null;
			choices: readonly string[];
			/** Raises `rev` now, due after so many milliseconds, because the content must not stay visible. */
			againMs?: number;
		}): Promise<{ more: boolean }> {
			const { screenId, rev, messageId, keyboardRev, shownHash, choices, againMs = null } = input;
			const later = againMs === null ? 0 : 1;
			const [row] = await sql<{ more: boolean }[]>`
				with held as materialized (
					-- Who adds to a notification locks its row before the screen. The same order here prevents a deadlock.
					select id from bot.outbox where screen_id = ${screenId} and state = 'waiting' order by id for update
				), drawn as (
					update bot.screens set
						shown_rev = ${rev}, shown_at = clock(), lease_until = null,
						keyboard_rev = ${keyboardRev}, shown_hash = ${shownHash}, choices = ${JSON.stringify(choices)}::jsonb,
						message_id = case when beneath_rev > ${rev} then null else ${messageId}::bigint end,
						old_message_id = case when beneath_rev > ${rev} then ${messageId}::bigint end,
						wake_at = case when rev > ${rev} then clock() else clock() + ${againMs}::float8 * interval '1 ms' end,
						rev = rev + ${later}
					where id = ${screenId} and (select count(*) from held) >= 0
					returning id, subject_kind, subject_id, rev - ${later} > ${rev} as more
				), told as (
					update bot.outbox o set state = 'sent', settled_at = clock(), lease_until = null, wake_at = null
					from drawn
					where o.screen_id = drawn.id and o.state = 'waiting' and not drawn.more
						and o.subject_kind = drawn.subject_kind and o.subject_id = drawn.subject_id
				)
				select more from drawn`;
			return { more: row?.more ?? false };
		},

		/** Returns the values behind the buttons now; null if the screen is gone. */
		async buttons(screenId: number): Promise<Pick<Screen, "keyboardRev" | "choices"> | null> {
			const [row] = await sql<{ keyboard_rev: number; choices: readonly string[] }[]>`
				select keyboard_rev, choices from bot.screens where id = ${screenId}`;
			return row ? { keyboardRev: row.keyboard_rev, choices: row.choices } : null;
		},

		/** Ends the lease without showing anything; due again in `afterMs`. Null: the message cannot be shown until it changes. */
		async release(screenId: number, afterMs: number | null): Promise<void> {
			await sql`
				update bot.screens set lease_until = null, wake_at = clock() + ${afterMs}::float8 * interval '1 ms'
				where id = ${screenId}`;
		},
	};
}
