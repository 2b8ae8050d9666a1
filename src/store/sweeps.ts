import { isPast } from "@domains/kit/postgres/clock.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";
import { boardLease, outboxLease, screenLease, watchLease } from "./leases.ts";

/**
 * For each queue, the query for the rows that are due at `now` and that no worker has leased. Such a row is left over
 * from a lost job or a dead process. `bot.requests` has no column for a lease: while a worker processes a request, the
 * row's `wake_at` is the end of the lease.
 */
export const dueRows = {
	"bot.operation": (now: SQL) => sql`
		select id from bot.requests where ${isPast(sql`wake_at`, "2 days", now)} or wake_reason is not null order by wake_at`,
	"bot.event": () => sql`select id from bot.inbox where state = 'new' order by id`,
	"bot.board": boardLease.dueRows,
	"bot.watch": watchLease.dueRows,
	"bot.outbox": outboxLease.dueRows,
	"bot.screen": screenLease.dueRows,
};

/**
 * Deletes rows that are past their retention, and returns the number of deleted rows. Works in batches, so that no
 * statement locks many rows. Keeps confirmed operations, because they are the record of what was bought.
 */
export async function forgetOld(db: Db): Promise<number> {
	let sum = 0;
	for (const each of retention) {
		for (let deleted = batchSize; deleted >= batchSize; sum += deleted) deleted = (await db.execute(each)).count;
	}
	return sum;
}

const batchSize = 5_000;
const batch = sql.raw(`limit ${batchSize}`);

const retention: readonly SQL[] = [
	// Telegram repeats an update for at most 24 hours.
	sql`delete from bot.updates where id in (
		select id from bot.updates where created_at < clock() - interval '2 days' ${batch})`,
	sql`delete from bot.outbox where id in (
		select id from bot.outbox where state <> 'waiting' and settled_at < clock() - interval '30 days' ${batch})`,
	sql`delete from bot.screens where id in (
		select id from bot.screens where touched_at < clock() - interval '14 days' and subject_kind is null ${batch})`,
	// Screens with a subject, such as receipts and alerts, are kept longer, because people look at them later. There are
	// few of them.
	sql`delete from bot.screens where id in (
		select id from bot.screens where touched_at < clock() - interval '180 days' ${batch})`,
	// A board is a stored list of names. Its names are deleted in batches before the board itself. Otherwise, the
	// deletion of the board would delete its thousands of names in one statement.
	sql`delete from bot.board_names n using (
			select board_id, ordinal from bot.board_names b join bot.boards on boards.id = b.board_id
			where touched_at < clock() - interval '30 days' ${batch}
		) old
		where n.board_id = old.board_id and n.ordinal = old.ordinal`,
	sql`delete from bot.boards where id in (
		select id from bot.boards where touched_at < clock() - interval '30 days' ${batch})`,
	sql`delete from bot.watches where id in (
		select id from bot.watches where state = 'ended' and looked_at < clock() - interval '30 days' ${batch})`,
	sql`delete from bot.prices where id in (
		select id from bot.prices where seen_at < clock() - interval '1095 days' ${batch})`,
	sql`delete from bot.reminder_names where ctid in (
		select ctid from bot.reminder_names where expires_at < clock() - interval '400 days' ${batch})`,
	sql`delete from bot.reminders where id in (
		select id from bot.reminders r where created_at < clock() - interval '400 days'
			and not exists (select from bot.reminder_names where reminder_id = r.id) ${batch})`,
	sql`delete from bot.inbox where id in (
		select id from bot.inbox where state = 'done' and received_at < clock() - interval '400 days' ${batch})`,
	sql`delete from bot.mandates where least(ended_at, ends_at) < clock() - interval '400 days'`,
	sql`delete from bot.balance_changes where id in (
		select id from bot.balance_changes where at < clock() - interval '400 days' ${batch})`,
	sql`delete from bot.spend_days where day < clock() - interval '400 days'`,
	// A quote that was never confirmed is not part of the purchase record, so it is deleted.
	sql`with old as (
			select id from bot.operations
			where confirmed_at is null and state in ('lapsed', 'superseded', 'withdrawn')
				and created_at < clock() - interval '30 days' ${batch}
		), old_items as (
			delete from bot.items where operation_id in (select id from old)
		), old_requests as (
			delete from bot.requests where operation_id in (select id from old)
		)
		delete from bot.operations where id in (select id from old)`,
];
