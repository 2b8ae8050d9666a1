import type { Sql } from "../postgres/connect.ts";

export interface Person {
	id: number;
	locale: string;
	timeZone: string;
	/** True in the update that made the person known. */
	isNew: boolean;
}

export interface Screen {
	id: number;
	chatId: number;
	messageId: number | null;
	personId: number;
	feature: string;
	params: Record<string, unknown>;
	subject: { kind: string; id: number } | null;
	rev: number;
	keyboardRev: number;
	choices: readonly string[];
}

export interface LeasedScreen extends Screen {
	person: Person;
	oldMessageId: number | null;
	shownHash: string | null;
	shownAgo: number | null;
}

/** A row of `bot.screens` as `to_jsonb` gives it, which keeps 64-bit ids as numbers. */
export interface ScreenRow {
	id: number;
	chat_id: number;
	message_id: number | null;
	old_message_id: number | null;
	person_id: number;
	feature: string;
	params: Record<string, unknown>;
	subject_kind: string | null;
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

/** One writer per message: whoever holds the lease of 30 s draws it. */
export function createScreenStore(sql: Sql) {
	return {
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
		 * `rev` is what the person sees now, even where a sender that lost its lease shows an older one than the last:
		 * then there is more to draw. With `againMs` it is raised at once and due only after that. A message that was asked
		 * for beneath is still to be sent, so this one gets old. What was to be told by it is told, in the same statement:
		 * whoever dies after this tells nothing twice.
		 */
		async shown(input: {
			screenId: number;
			rev: number;
			messageId: number;
			keyboardRev: number;
			shownHash: string | null;
			choices: readonly string[];
			againMs?: number;
		}): Promise<{ more: boolean }> {
			const { screenId, rev, messageId, keyboardRev, shownHash, choices, againMs = null } = input;
			const later = againMs === null ? 0 : 1;
			const [row] = await sql<{ more: boolean }[]>`
				with drawn as (
					update bot.screens set
						shown_rev = ${rev}, shown_at = clock(), lease_until = null,
						keyboard_rev = ${keyboardRev}, shown_hash = ${shownHash}, choices = ${JSON.stringify(choices)}::jsonb,
						message_id = case when beneath_rev > ${rev} then null else ${messageId}::bigint end,
						old_message_id = case when beneath_rev > ${rev} then ${messageId}::bigint end,
						wake_at = case when rev > ${rev} then clock() else clock() + ${againMs}::float8 * interval '1 ms' end,
						rev = rev + ${later}
					where id = ${screenId}
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

		async buttons(screenId: number): Promise<Pick<Screen, "keyboardRev" | "choices"> | null> {
			const [row] = await sql<{ keyboard_rev: number; choices: readonly string[] }[]>`
				select keyboard_rev, choices from bot.screens where id = ${screenId}`;
			return row ? { keyboardRev: row.keyboard_rev, choices: row.choices } : null;
		},

		/** `afterMs` null: the message cannot be shown at all, so nobody tries until it changes again. */
		async release(screenId: number, afterMs: number | null): Promise<void> {
			await sql`
				update bot.screens set lease_until = null, wake_at = clock() + ${afterMs}::float8 * interval '1 ms'
				where id = ${screenId}`;
		},
	};
}
