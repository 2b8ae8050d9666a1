import { randomUUID } from "node:crypto";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { throughOutage } from "@domains/kit/postgres/outage.ts";
import { screenLease } from "./leases.ts";
import { type LeasedRow, type LeasedScreen, leasedOf, type Params, type Subject } from "./screens.ts";

/**
 * What the processing of one update writes. If a revision (`rev`) in the database has changed since it was read,
 * nothing is written.
 */
export interface Changes {
	updateId: number;
	personId: number;
	chatId: number;
	/** The topic of the update. The screen is sent there, also if another process sends it later. */
	topicId?: number | null;
	/** Absent if the guided flow is unchanged. `data` is null if the flow ended. `rev` is the revision that was read. */
	conversation?: { data: unknown; rev: number };
	show?: Showing;
}

export interface Showing {
	routeName: string;
	params: Params;
	subject: Subject | null;
	/** The id of the screen to change, and its revision when it was read; null to create a screen. */
	at: { id: number; rev: number } | null;
	/**
	 * True to send the screen as a new message below the person's message. The id of the screen's old message then moves
	 * from `messageId` to `oldMessageId`.
	 */
	beneath: boolean;
	/**
	 * The screen that the person used before. Its message stays in the chat and is redrawn with these `params`, for
	 * example to show a notice. Its old buttons then no longer work.
	 */
	leaving?: { id: number; rev: number; params: Params } | null;
}

type Saved = { kind: "saved"; screenId: number | null; leased: LeasedScreen | null } | { kind: "conflict" };

/**
 * How long a write is repeated while the database is lost, in milliseconds. An update must end within ten seconds
 * (`bot/updates/handle.ts`).
 */
const saveMs = 6_000;

/**
 * Stores the changes of an update and marks the update as done. Uses one statement for both, because the person
 * waits for the reaction. Returns a conflict and writes nothing in two cases: the update is already done, or
 * another update wrote the guided flow or the screen since it was read.
 *
 * `show` becomes the person's last screen in this chat. Its `shown_hash` (the hash of the content last shown) is
 * cleared. The message is then sent even if it looks the same, because the person waits for a reaction.
 *
 * Only the process that holds a screen's lease may draw the screen. If the lease is free, the caller gets it and
 * must draw at once. If the caller dies, another process draws the screen after both `wake_at` and the lease have
 * passed.
 *
 * The statement is repeated while the database is lost, until `signal` aborts. So an update that the bot has abandoned
 * writes nothing later.
 */
export async function saveChat(sql: Sql, changes: Changes, signal?: AbortSignal): Promise<Saved> {
	const leaseId = randomUUID();
	let runs = 0;
	const save = async (): Promise<Saved> => {
		runs += 1;
		const saved = await saveOnce(sql, changes, leaseId);
		const leased = saved.kind === "conflict" && runs > 1 ? await findLeased(sql, changes, leaseId) : null;
		return leased ? { kind: "saved", screenId: leased.id, leased } : saved;
	};
	return await throughOutage(save, saveMs, signal);
}

/** Writes the changes of an update once. `leaseId` marks the lease of the screen that the caller must draw. */
async function saveOnce(sql: Sql, changes: Changes, leaseId: string): Promise<Saved> {
	const { updateId, personId, chatId, topicId = null, conversation, show } = changes;
	const data = conversation === undefined || conversation.data === null ? null : JSON.stringify(conversation.data);
	const params = JSON.stringify(show?.params ?? {});
	const subject = show?.subject ?? null;
	const acted = show?.at ?? show?.leaving;
	const leaseEnd = sql.unsafe(screenLease.text.end);
	const [row] = await sql<({ allowed: boolean; free: boolean } & (LeasedRow | { screen: null }))[]>`
		with locked_conversation as (
			select from bot.conversations d, bot.updates u
			where d.person_id = ${personId} and d.chat_id = ${chatId} and u.id = ${updateId} and u.done_at is null
				and (${conversation === undefined} or d.rev = ${conversation?.rev ?? 0})
			for update
		), locked_screen as (
			select ${sql.unsafe(screenLease.text.isFree)} as free from bot.screens
			where id = ${acted?.id ?? null} and saved_rev <= ${acted?.rev ?? 0} and exists (select from locked_conversation)
			for update
		), allowed as (
			select from locked_conversation where ${!acted} or exists (select from locked_screen)
		), done as (
			update bot.updates set done_at = clock() where id = ${updateId} and exists (select from allowed)
		), changed as (
			update bot.screens s set
				feature = ${show?.routeName ?? ""}, params = ${params}::jsonb,
				subject_kind = ${subject?.kind ?? null}, subject_id = ${subject?.id ?? null},
				rev = rev + 1, saved_rev = rev + 1, shown_hash = null,
				touched_at = clock(), wake_at = clock() + interval '5 s',
				lease_until = case when (select free from locked_screen) then ${leaseEnd} else lease_until end,
				lease_id = case when (select free from locked_screen) then ${leaseId} else lease_id end,
				beneath_rev = case when ${show?.beneath ?? false} then rev + 1 else beneath_rev end,
				old_message_id = case when ${show?.beneath ?? false} then coalesce(message_id, old_message_id) else old_message_id end,
				message_id = case when ${show?.beneath ?? false} then null else message_id end,
				topic_id = case when ${show?.beneath ?? false} then ${topicId}::bigint else topic_id end
			where id = ${show?.at?.id ?? null} and exists (select from allowed)
			returning to_jsonb(s) as screen, s.shown_at, (select free from locked_screen) as free
		), left_behind as (
			update bot.screens set
				params = ${JSON.stringify(show?.leaving?.params ?? {})}::jsonb,
				rev = rev + 1, saved_rev = rev + 1, touched_at = clock(), wake_at = clock() + interval '5 s'
			where id = ${show?.leaving?.id ?? null} and exists (select from allowed)
		), created as (
			insert into bot.screens as s
				(chat_id, topic_id, person_id, feature, params, subject_kind, subject_id, wake_at, lease_until, lease_id)
			select ${chatId}, ${topicId}::bigint, ${personId}, ${show?.routeName ?? ""}, ${params}::jsonb,
				${subject?.kind ?? null}, ${subject?.id ?? null}, clock() + interval '5 s', ${leaseEnd},
				${leaseId}::uuid
			from allowed where ${show !== undefined && show.at === null}
			returning to_jsonb(s) as screen, s.shown_at, true as free
		), shown as (
			select * from changed union all select * from created
		), written as (
			update bot.conversations set
				data = case when ${conversation !== undefined} then ${data}::jsonb else data end,
				rev = rev + ${conversation === undefined ? 0 : 1},
				written_at = case when ${conversation !== undefined} then clock() else written_at end,
				screen_id = coalesce((select (screen ->> 'id')::bigint from shown), screen_id)
			where person_id = ${personId} and chat_id = ${chatId} and exists (select from allowed)
		)
		select exists (select from allowed) as allowed, shown.screen, shown.free, to_jsonb(p) as person,
			(extract(epoch from clock() - shown.shown_at) * 1000)::float8 as shown_ago
		from (select) as always
		left join shown on true
		left join bot.people p on p.id = (shown.screen ->> 'person_id')::bigint`;
	if (!row?.allowed) return { kind: "conflict" };
	if (row.screen === null) return { kind: "saved", screenId: null, leased: null };
	return { kind: "saved", screenId: Number(row.screen["id"]), leased: row.free ? leasedOf(row, leaseId) : null };
}

/**
 * Returns the screen that an earlier run of `saveOnce` has leased, if its answer was lost. Without such a screen, there
 * is nothing that only the caller could draw.
 */
async function findLeased(sql: Sql, { personId, chatId }: Changes, leaseId: string): Promise<LeasedScreen | null> {
	const [row] = await sql<LeasedRow[]>`
		select to_jsonb(s) as screen, to_jsonb(p) as person,
			(extract(epoch from clock() - s.shown_at) * 1000)::float8 as shown_ago
		from bot.conversations c
		join bot.screens s on s.id = c.screen_id
		join bot.people p on p.id = s.person_id
		where c.person_id = ${personId} and c.chat_id = ${chatId}
			and s.lease_id = ${leaseId} and s.lease_until is not null`;
	return row ? leasedOf(row, leaseId) : null;
}
