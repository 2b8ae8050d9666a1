import { endLease } from "@domains/kit/postgres/clock.ts";
import type { AnySql, Fragment, Sql, Tx } from "@domains/kit/postgres/connect.ts";
import type { RateLimit, RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { sql as query } from "drizzle-orm";
import type { QuietHours } from "../rules/local-time.ts";
import { decodeRow, type JsonRow, type Person, personOf } from "./json-rows.ts";
import { outboxLease } from "./leases.ts";
import { type NotificationKind, outbox, type Params, type Subject } from "./schema/chat.ts";
import { people } from "./schema/people.ts";

/**
 * A notification to send. It contains no text, because the text is made from the subject when the notification is sent.
 */
export interface OutboxRow {
	id: number;
	person: Person;
	chatId: number;
	subject: Subject;
	/** Distinguishes several notifications about one subject. A person gets at most one for each subject and key. */
	dedupKey: string;
	/** Parameters of its screen that do not follow from the subject; null if it has none or is an old row. */
	facts: Params | null;
	attempts: number;
	/**
	 * When the row was due, as text with full precision. If an event is added to the notification, this value changes in
	 * the database. `drop` compares the two values, and keeps a notification to which an event was added.
	 */
	wakeAt: string;
	/** When the row was leased, by the database's clock. */
	now: Date;
	/** The person's quiet hours; null if they have none. */
	quiet: QuietHours | null;
	/**
	 * True if the notification was not due at once: quiet hours delayed it, or it is a digest (a periodic summary).
	 * Notifications that quiet hours delayed share one screen, unless they are urgent.
	 */
	held: boolean;
}

/**
 * The limit for all chats together: 29 messages a second, one below Telegram's limit of 30. The `burst` of 1.25
 * tolerates delays. If a message is late by a quarter of the interval, the next message may still come at its usual
 * time.
 */
const overall: RateLimit = { key: "telegram", everyMs: 1_000 / 29, burst: 1.25 };
/**
 * The longest pause of all chats after a 429, in milliseconds. Telegram does not say if it limits the bot or only the
 * chat. So after a longer `retry_after`, a notification to another chat shows if Telegram still refuses all.
 */
const maxPause = 5_000;

/** Allows one message a second in a private chat, and 20 a minute in a group, whose id is negative. */
function limitOf(chatId: number): RateLimit {
	return { key: `telegram:chat:${chatId}`, everyMs: chatId < 0 ? 3_000 : 1_000, burst: 1 };
}

/**
 * Returns the screen that is chosen for a notification. Returns null if the notification was already shown, sent or
 * dropped. Returns undefined if it needs a screen and none is chosen. `lock`: locks its row (`o`), or is empty.
 */
async function chosenScreen(sql: AnySql, rowId: number, lock: Fragment): Promise<number | null | undefined> {
	const [row] = await sql<{ state: string; screen_id: string | null; shown: boolean | null }[]>`
		select o.state, s.id as screen_id, s.rev <= s.shown_rev as shown
		from bot.outbox o
		left join bot.screens s
			on s.id = o.screen_id and s.subject_kind = o.subject_kind and s.subject_id = o.subject_id
		where o.id = ${rowId} ${lock}`;
	if (row?.state !== "waiting" || row.shown) return null;
	return row.screen_id === null ? undefined : Number(row.screen_id);
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

/**
 * Leases and postpones notifications, and marks them as sent or dropped. Only the sender that leases a row sends it.
 */
export function createOutboxStore(
	sql: Sql,
	rateLimiter: Pick<RateLimiter, "acquire" | "block">,
	now: () => number = () => performance.now(),
) {
	const { hold, heldScreen } = createHeldRows(sql);
	/** When the next permit of all chats is due at an even rate, counted from the permits of this process. */
	let next = 0;

	async function waitFor(limit: RateLimit): Promise<number> {
		const permit = await rateLimiter.acquire([limit]);
		return permit.go ? 0 : Math.max(1, permit.waitMs);
	}

	async function postpone(rowId: number, afterMs: number, tries: 0 | 1): Promise<void> {
		await sql`
			update bot.outbox set attempts = attempts + ${tries}, ${endLease(sql, afterMs)}
			where id = ${rowId} and state = 'waiting'`;
	}

	return {
		hold,
		heldScreen,

		/**
		 * Leases a due row for 30 s. Returns null if the row is not due or another sender holds the lease. Also returns
		 * null if notifications to the chat are stopped (`ChatStore.stop`) or the person is banned. The row is then due
		 * again after `ChatStore.resume` or after the ban is lifted.
		 */
		async lease(rowId: number): Promise<OutboxRow | null> {
			const [found] = await sql<{ row: JsonRow; person: JsonRow; stopped: boolean; now: Date; wakeAt: string }[]>`
				update bot.outbox set
					lease_until = case when c.stopped_at is null and p.banned_at is null then ${sql.unsafe(outboxLease.text.end)} end,
					wake_at = case when c.stopped_at is null and p.banned_at is null then wake_at end
				from bot.people p, bot.chats c
				where outbox.id = ${rowId} and p.id = person_id and c.id = chat_id and ${sql.unsafe(outboxLease.text.isDue)}
				returning to_jsonb(outbox) as row, to_jsonb(p) as person, clock() as now, wake_at::text as "wakeAt",
					(c.stopped_at is not null or p.banned_at is not null) as stopped`;
			if (!found || found.stopped) return null;
			const { now, wakeAt } = found;
			const { chatId, subjectKind, subjectId, dedupKey, facts, attempts, heldUntil } = decodeRow(outbox, found.row);
			const { quietFrom: from, quietUntil: until } = decodeRow(people, found.person);
			return {
				id: rowId,
				person: personOf(found.person),
				chatId,
				subject: { kind: subjectKind, id: subjectId },
				dedupKey,
				facts,
				attempts,
				wakeAt,
				now,
				quiet: from === null || until === null ? null : { from, until },
				held: heldUntil !== null,
			};
		},

		/**
		 * Returns the screen that is to show the notification. This is the newest screen about the subject in this chat. If
		 * there is none, it is a new screen with `routeName` and `params`. Older screens about the subject are redrawn one
		 * last time to say that this screen replaces them. Returns null if a previous attempt or another sender already
		 * showed the notification.
		 *
		 * Stores the screen's id in the outbox row. A second attempt uses the same screen if it is still about the subject.
		 */
		async screen(rowId: number, showing: { routeName: string; params: Params }): Promise<number | null> {
			// Usually, the transaction that added the notification has already chosen a screen.
			const chosen = await chosenScreen(sql, rowId, sql``);
			if (chosen !== undefined) return chosen;
			return sql.begin(async (tx) => {
				const chosenMeanwhile = await chosenScreen(tx, rowId, tx`for update of o`);
				if (chosenMeanwhile !== undefined) return chosenMeanwhile;
				const [screen] = await tx<{ id: string }[]>`
					with told as (
						select * from bot.outbox where id = ${rowId}
					), living as (
						select s.id, row_number() over (order by s.touched_at desc, s.id desc) = 1 as newest
						from bot.screens s, told
						where s.chat_id = told.chat_id and s.person_id = told.person_id
							and s.subject_kind = told.subject_kind and s.subject_id = told.subject_id
					), raised as (
						update bot.screens s set rev = s.rev + 1, touched_at = clock(), wake_at = clock(),
							subject_kind = case when l.newest then s.subject_kind end,
							subject_id = case when l.newest then s.subject_id end
						from living l where l.id = s.id
						returning s.id, l.newest
					), made as (
						insert into bot.screens (chat_id, person_id, feature, params, subject_kind, subject_id, wake_at)
						select chat_id, person_id, ${showing.routeName}, ${JSON.stringify(showing.params)}::jsonb, subject_kind, subject_id,
							clock() + interval '5 s'
						from told where not exists (select from raised)
						returning id
					)
					update bot.outbox set screen_id = coalesce((select id from raised where newest), (select id from made))
					where id = ${rowId} returning screen_id as id`;
				if (!screen) throw new Error(`outbox row ${rowId} is gone`);
				return Number(screen.id);
			});
		},

		/** Marks a waiting notification as sent. A row that was already sent or dropped stays as it is. */
		async settle(rowId: number): Promise<void> {
			await sql`
				update bot.outbox set state = 'sent', settled_at = clock(), lease_until = null, wake_at = null
				where id = ${rowId} and state = 'waiting'`;
		},

		/**
		 * Drops a muted or obsolete notification. If an event was added to the notification since the lease, keeps the row
		 * due.
		 */
		async drop({ id, wakeAt }: Pick<OutboxRow, "id" | "wakeAt">): Promise<void> {
			await sql`
				update bot.outbox set
					state = case when wake_at = ${wakeAt}::timestamptz then 'dropped' else state end,
					settled_at = case when wake_at = ${wakeAt}::timestamptz then clock() end,
					wake_at = case when wake_at = ${wakeAt}::timestamptz then null else wake_at end,
					lease_until = null
				where id = ${id} and state = 'waiting'`;
		},

		/**
		 * Ends the lease because of the rate limit. This does not count as an attempt. The row is due again in `afterMs`.
		 */
		wait: (rowId: number, afterMs: number) => postpone(rowId, afterMs, 0),

		/** Ends the lease and counts a failed attempt. The row is due again in `afterMs`. */
		tryAgain: (rowId: number, afterMs: number) => postpone(rowId, afterMs, 1),

		/**
		 * Takes a permit to send to this chat. All processes share the chat's limit. Returns 0 if the permit was granted,
		 * else the milliseconds to wait.
		 */
		reserveChatSlot: (chatId: number) => waitFor(limitOf(chatId)),

		/**
		 * Takes one of the 29 permits a second that all chats and processes share. Returns 0 if the permit was granted,
		 * else the milliseconds to wait.
		 *
		 * The database grants permits at an even rate, but its answer may reach a busy process late. The next permit could
		 * then follow at once, and Telegram would refuse one message. So each process also counts the interval from the
		 * answer.
		 */
		async reserveGlobalSlot(): Promise<number> {
			const { everyMs, burst } = overall;
			const early = next - (burst - 1) * everyMs - now();
			if (early > 0) return Math.ceil(early);
			const wait = await waitFor(overall);
			if (wait === 0) next = Math.max(next, now()) + everyMs;
			return wait;
		},

		/**
		 * Stops notifications to this chat for `ms` milliseconds, because Telegram answered one with 429. Also stops those
		 * to all other chats, but for at most 5 s. A group has a limit that other chats do not share, so a 429 there does
		 * not stop the others.
		 */
		async block(chatId: number, ms: number): Promise<void> {
			await rateLimiter.block(limitOf(chatId).key, ms);
			if (chatId > 0) await rateLimiter.block(overall.key, Math.min(ms, maxPause));
		},
	};
}

/** The route name of the screen that lists the notifications held during a person's quiet hours. */
const heldRoute = "held";
/** Maximum number of notifications that this screen lists. The screen shows only the number of the others. */
const mostListed = 100;

/**
 * A leased notification that must wait for the end of the person's quiet hours, and the settings by which the bot
 * decided this.
 */
interface Judged {
	id: number;
	person: { id: number; timeZone: string };
	quiet: QuietHours;
}

interface HeldRow {
	id: string;
	subject_kind: NotificationKind;
	subject_id: string;
	dedup_key: string;
	facts: Params | null;
	screen_id: string | null;
}

/**
 * Holds notifications that become due in a person's quiet hours. After the quiet hours, one screen lists all of them.
 */
function createHeldRows(sql: Sql) {
	return {
		/**
		 * Holds a leased notification until `until`. If the person has changed their quiet hours or time zone since the
		 * lease, `until` may be wrong. The row is then due again at once, and the caller computes `until` again.
		 */
		async hold({ id, person, quiet }: Judged, until: Date): Promise<void> {
			await sql`
				with same as (
					-- If another transaction is just changing these settings, the lock waits for its commit.
					select time_zone = ${person.timeZone} and quiet_from = ${quiet.from} and quiet_until = ${quiet.until} as same
					from bot.people where id = ${person.id} for share
				)
				update bot.outbox o set
					held_until = case when same.same then ${until.toISOString()}::timestamptz else o.held_until end,
					wake_at = case when same.same then ${until.toISOString()}::timestamptz else clock() end,
					lease_until = null
				from same where o.id = ${id} and o.state = 'waiting'`;
		},

		/**
		 * Returns the screen that lists this notification together with others. The others are the person's notifications
		 * that were held in quiet hours and are now due. Creates the screen if needed, and leases the rows of all these
		 * notifications. `ScreenStore.shown` later marks them as sent.
		 *
		 * Returns null if no other notification was held. This notification then gets its own screen. Also returns null if
		 * this notification was already sent.
		 */
		async heldScreen(row: { id: number; chatId: number; person: { id: number } }): Promise<number | null> {
			return sql.begin(async (tx) => {
				const rows = await tx<HeldRow[]>`
					select id, subject_kind, subject_id, dedup_key, facts, screen_id from bot.outbox
					where person_id = ${row.person.id} and chat_id = ${row.chatId} and state = 'waiting'
						and held_until <= clock() and subject_kind <> 'digest'
					order by id for update`;
				if (!rows.some(({ id }) => Number(id) === row.id)) return null;
				const [existing] = await tx<{ id: string }[]>`
					select id from bot.screens
					where id = any(${rows.flatMap(({ screen_id }) => screen_id ?? [])}::bigint[]) and feature = ${heldRoute}
					order by id desc limit 1`;
				if (rows.length < 2 && !existing) return null;
				const subjects = rows.slice(0, mostListed).map((each) => {
					const { subject_kind: kind, dedup_key: dedupKey, facts } = each;
					return { kind, id: Number(each.subject_id), dedupKey, ...(facts && { facts }) };
				});
				const params = JSON.stringify({ subjects, more: rows.length - subjects.length });
				const [screen] = existing
					? await tx<{ id: string }[]>`
						update bot.screens set params = ${params}::jsonb,
							rev = rev + case when params = ${params}::jsonb then 0 else 1 end
						where id = ${existing.id} returning id`
					: await tx<{ id: string }[]>`
						insert into bot.screens (chat_id, person_id, feature, params, wake_at)
						values (${row.chatId}, ${row.person.id}, ${heldRoute}, ${params}::jsonb, clock() + interval '5 s')
						returning id`;
				if (!screen) throw new Error("an insert returns its row");
				await tx`
					update bot.outbox set screen_id = ${screen.id}, lease_until = ${tx.unsafe(outboxLease.text.end)}
					where id = any(${rows.map(({ id }) => id)}::bigint[])`;
				return Number(screen.id);
			});
		},
	};
}

/**
 * Makes a person's held notifications due now, because the person has changed their quiet hours. Returns the ids of the
 * rows to send.
 */
export async function releaseHeld(tx: Tx, personId: number): Promise<number[]> {
	const rows = await tx.execute<{ id: string }>(query`
		update bot.outbox set held_until = clock(), wake_at = clock()
		where person_id = ${personId} and state = 'waiting' and held_until > clock() and subject_kind <> 'digest'
		returning id`);
	return rows.map(({ id }) => Number(id));
}

/**
 * Marks screens of held notifications for a redraw. The caller has just added an event to a notification about this
 * subject. Only unsent screens that list this notification are marked. Sending the notification draws them, so they are
 * not due earlier.
 */
export async function redrawHeld(
	tx: Tx,
	{ kind, id }: { kind: NotificationKind; id: number },
	people: readonly number[],
): Promise<void> {
	await tx.execute(query`
		update bot.screens s set rev = s.rev + 1
		from bot.outbox o
		where o.screen_id = s.id and s.feature = ${heldRoute} and o.state = 'waiting'
			and o.subject_kind = ${kind} and o.subject_id = ${id}
			and o.person_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(people)}::jsonb))`);
}
