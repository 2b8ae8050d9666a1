import type { Sql, Tx } from "@domains/kit/postgres/connect.ts";
import { sql as query } from "drizzle-orm";
import type { QuietHours } from "../rules/local-time.ts";
import { outboxLease } from "./leases.ts";
import type { NotificationKind } from "./schema/chat.ts";
import type { Params } from "./screens.ts";

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
export function createHeldRows(sql: Sql) {
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
