import { randomUUID } from "node:crypto";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { isOutage, isRefusal, throughOutage } from "@domains/kit/postgres/errors.ts";
import { encodeRows, type JsonRow, type Person, personOf } from "./json-rows.ts";
import { screenLease } from "./leases.ts";
import type { Params, Subject } from "./schema/chat.ts";
import { type LeasedRow, type LeasedScreen, leasedOf, type Screen, type SentMessage, screenOf } from "./screens.ts";
import { type OnAlone, shareWork } from "./shared.ts";

export interface ChatState {
	person: Person;
	/**
	 * The conversation (a guided flow of several messages) of this person in this chat. `data` is null if none is in
	 * progress. `rev` is 0 before the first write. `age` is the number of milliseconds since the last write.
	 */
	conversation: { data: unknown; rev: number; age: number };
	screen: Screen | null;
	/**
	 * True if `screen` is the screen that this person's previous update showed in this chat. An irreversible action can
	 * be confirmed only on this screen.
	 */
	isLast: boolean;
	/** The number of attempts to process this update, including this one. */
	tries: number;
	/** True if this update was already processed. Telegram can deliver an update twice; ignore it the second time. */
	done: boolean;
	/** True if the operator banned the person. The update must then not be processed further. */
	banned: boolean;
}

interface LoadedRow {
	tries: number;
	done: boolean;
	person: JsonRow;
	is_new: boolean;
	data: unknown;
	rev: number;
	age: number;
	screen: JsonRow | null;
	is_last: boolean;
}

/** An update of a chat whose state is read. */
interface Begun {
	updateId: number;
	personId: number;
	chatId: number;
	messageId?: number;
	locale: string;
}

export type ChatStore = ReturnType<typeof createChatStore>;

/**
 * Reads and writes the state of a chat for one update. A write succeeds only if the revisions (`rev`) that were read
 * are still current.
 */
export function createChatStore(sql: Sql, newLeaseId: () => string = randomUUID, onAlone: OnAlone = () => {}) {
	const idOf = ({ updateId }: Begun) => updateId;
	const load = shareWork<Begun, LoadedRow & { id: string }, ChatState>(
		{
			keyOf: idOf,
			idOf,
			toRow: (begun) => begun,
			together: (rows) => loadKnown(sql, rows),
			fromRow: stateOf,
			alone: (begun) => loadOne(sql, begun),
		},
		(reason) => onAlone("load", reason),
	);
	return {
		/**
		 * Counts the attempt to process the update, inserts an unknown person with `locale` and time zone UTC, and reads
		 * the chat's state. The screen is that of the message `messageId`. Without `messageId`, it is the screen that this
		 * person's previous update showed in this chat.
		 *
		 * Every update waits for this statement. So the statement writes to as few rows as possible, and its commit does
		 * not wait for the disk. If PostgreSQL crashes and loses the commit, the update is processed again anyway.
		 *
		 * The statement is repeated while the database is lost. Telegram repeats a failed update within seconds, so three
		 * failures would otherwise end it before another server answers.
		 */
		load: (begun: Begun, signal?: AbortSignal): Promise<ChatState> =>
			throughOutage(() => load(begun, signal), outageMs, signal),

		save: createSaveChat(sql, newLeaseId, onAlone),

		...countUpdates(sql),

		/** True if an error means that the database is unreachable, not that the statement is wrong. */
		isOutage,

		/** True if an error means that PostgreSQL has refused a statement, so that it has written nothing. */
		isRefusal,

		/**
		 * Stops notifications to this chat until `resume` is called, because the person blocked the bot or left the chat.
		 */
		async stop(chatId: number): Promise<void> {
			await sql`update bot.chats set stopped_at = clock() where id = ${chatId}`;
		},

		async resume(chatId: number): Promise<void> {
			await sql`
				with chat as (update bot.chats set stopped_at = null where id = ${chatId})
				update bot.outbox set wake_at = clock() where chat_id = ${chatId} and state = 'waiting' and wake_at is null`;
		},

		rename: (chatId: number, newChatId: number) => renameChat(sql, chatId, newChatId),
	};
}

/** Reads the state of a chat, whether or not the update, the person and the chat are known. */
async function loadOne(sql: Sql, begun: Begun): Promise<ChatState> {
	const { updateId, personId, chatId, messageId = null, locale } = begun;
	const [row] = await sql<LoadedRow[]>`
		with tried as (
			insert into bot.updates as u (id) values (${updateId})
			-- For ten seconds, the first attempt may still run. Deliveries that overlap it are no fourth attempt.
			on conflict (id) do update set
				tries = least(u.tries + 1, case when clock() < u.created_at + interval '10 s' then 3 end)
			returning tries, done_at is not null as done
		), new_person as (
			insert into bot.people as p (id, locale, first_update_id)
			select ${personId}, ${locale}, ${updateId} where not exists (select from bot.people where id = ${personId})
			-- If another update inserts the row at the same time, this clause returns it.
			on conflict (id) do update set locale = p.locale
			returning p.*
		), person as (
			select * from bot.people where id = ${personId} union all select * from new_person
		), new_chat as (
			insert into bot.chats (id)
			select ${chatId} where not exists (select from bot.chats where id = ${chatId})
			on conflict do nothing
		), new_here as (
			insert into bot.conversations as d (person_id, chat_id)
			select ${personId}, ${chatId}
			where not exists (select from bot.conversations where person_id = ${personId} and chat_id = ${chatId})
			on conflict (person_id, chat_id) do update set rev = d.rev
			returning d.*
		), here as (
			select * from bot.conversations where person_id = ${personId} and chat_id = ${chatId}
			union all select * from new_here
		)
		select tries, done, to_jsonb(person) as person, coalesce(first_update_id = ${updateId}, false) as is_new,
			data, here.rev, (extract(epoch from clock() - written_at) * 1000)::float8 as age, to_jsonb(s) as screen,
			coalesce(s.id = here.screen_id, false) as is_last
		from (select set_config('synchronous_commit', 'off', true)) as no_wait, tried, person, here
		left join bot.screens s on s.chat_id = ${chatId}
			and case when ${messageId}::bigint is null then s.id = here.screen_id else s.message_id = ${messageId} end`;
	if (!row) throw new Error("a load returns one row");
	return stateOf(row);
}

/**
 * Reads the states of several chats. Returns no row if the person or the chat is unknown, or if the update was begun before. An
 * insert waits while another process begins the same update, so the statement then fails after a tenth of a second.
 */
async function loadKnown(sql: Sql, all: string): Promise<readonly (LoadedRow & { id: string })[]> {
	return await sql<(LoadedRow & { id: string })[]>`
		with given as materialized (
			select given.*
			from jsonb_to_recordset(${all}::jsonb) as given(
				"updateId" bigint, "personId" bigint, "chatId" bigint, "messageId" bigint
			), (
				select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '100', true)
			) as no_wait
		), known as materialized (
			select "updateId", "chatId", "messageId", to_jsonb(p) as person, d.data, d.rev, d.written_at, d.screen_id
			from given
			join bot.people p on p.id = "personId"
			join bot.conversations d on d.person_id = "personId" and d.chat_id = "chatId"
			where not exists (select from bot.updates where id = "updateId")
		), begun as (
			insert into bot.updates (id) select "updateId" from known order by "updateId"
			on conflict do nothing
			returning id
		)
		select begun.id, 1 as tries, false as done, person, false as is_new, data, known.rev,
			(extract(epoch from clock() - written_at) * 1000)::float8 as age, to_jsonb(s) as screen,
			coalesce(s.id = screen_id, false) as is_last
		from begun
		join known on "updateId" = begun.id
		left join lateral (
			select * from bot.screens where chat_id = "chatId" and "messageId" is null and id = known.screen_id
			union all
			select * from bot.screens where chat_id = "chatId" and message_id = "messageId"
		) s on true`;
}

function stateOf(row: LoadedRow): ChatState {
	return {
		person: { ...personOf(row.person), isNew: row.is_new },
		conversation: { data: row.data, rev: row.rev, age: row.age },
		screen: row.screen && screenOf(row.screen),
		isLast: row.is_last,
		tries: row.tries,
		done: row.done,
		banned: row.person["banned_at"] !== null,
	};
}

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
	/** The message that already shows the new screen of `show`. The caller then has nothing to draw. */
	sent?: SentMessage;
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
 * How long a statement is repeated while the database is lost, in milliseconds. An update must end within ten seconds
 * (`bot/updates/handle.ts`).
 */
const outageMs = 6_000;

/** `leaseId` marks the lease of the screen that the caller must draw. */
type Write = Changes & { leaseId: string };

/**
 * Returns the function that stores the changes of an update and marks the update as done. It uses one statement for
 * both, because the person waits for the reaction, and shares it with other updates. Returns a conflict and writes
 * nothing in two cases: the update is already done, or another update wrote the guided flow or the screen since it was
 * read.
 *
 * `show` becomes the person's last screen in this chat. Its `shown_hash` (the hash of the content last shown) is
 * cleared. The message is then sent even if it looks the same, because the person waits for a reaction.
 *
 * Only the process that holds a screen's lease may draw the screen. If the lease is free, the caller gets it and
 * must draw at once. If the caller's process dies, another one draws the screen a second or two later. If the caller
 * only fails, the screen is drawn after both `wake_at` and the lease have passed.
 *
 * The statement is repeated while the database is lost, until `signal` aborts. So an update that the bot has abandoned
 * writes nothing later.
 */
function createSaveChat(sql: Sql, newLeaseId: () => string, onAlone: OnAlone) {
	const saveOnce = shareWork<Write, WrittenRow, Saved>(
		{
			keyOf: ({ chatId }) => chatId,
			idOf: ({ updateId }) => updateId,
			toRow: rowOf,
			together: (rows) => writeAll(sql, rows, "skip locked"),
			fromRow: savedOf,
			async alone(write) {
				const [row] = await writeAll(sql, encodeRows([rowOf(write)]), "");
				return row ? savedOf(row, write) : { kind: "conflict" };
			},
		},
		(reason) => onAlone("save", reason),
	);
	return async (changes: Changes, signal?: AbortSignal): Promise<Saved> => {
		const leaseId = newLeaseId();
		let runs = 0;
		const save = async (): Promise<Saved> => {
			runs += 1;
			const saved = await saveOnce({ ...changes, leaseId }, signal);
			const found = saved.kind === "conflict" && runs > 1 ? await findWritten(sql, changes, leaseId) : null;
			return found ? { kind: "saved", screenId: found.id, leased: changes.sent ? null : found } : saved;
		};
		return await throughOutage(save, outageMs, signal);
	};
}

function rowOf({ updateId, personId, chatId, topicId, leaseId, conversation, show, sent }: Write) {
	const acted = show?.at ?? show?.leaving;
	return {
		update_id: updateId,
		person_id: personId,
		chat_id: chatId,
		topic_id: topicId,
		lease_id: leaseId,
		data: conversation?.data,
		data_rev: conversation?.rev,
		route: show?.routeName,
		params: show?.params,
		subject_kind: show?.subject?.kind,
		subject_id: show?.subject?.id,
		beneath: show?.beneath ?? false,
		at_id: show?.at?.id,
		left_id: show?.leaving?.id,
		left_params: show?.leaving?.params,
		acted_id: acted?.id,
		acted_rev: acted?.rev,
		message_id: sent?.messageId,
		keyboard_rev: sent?.keyboardRev ?? 0,
		shown_hash: sent?.shownHash,
		choices: sent?.choices ?? [],
	};
}

/** `id` is that of the update. */
type WrittenRow = { id: string } & ((LeasedRow & { free: boolean }) | { screen: null });

/**
 * Writes the changes of several updates, each as a whole or not at all. Returns no row for an update that could not be
 * written, or whose rows are locked, if `locks` says to skip them. The updates are of different chats.
 */
async function writeAll(sql: Sql, writes: string, locks: "skip locked" | ""): Promise<readonly WrittenRow[]> {
	const leaseEnd = sql.unsafe(screenLease.text.end);
	const lock = sql.unsafe(locks);
	return await sql<WrittenRow[]>`
		with given as materialized (
			select * from jsonb_to_recordset(${writes}::jsonb) as given(
				update_id bigint, person_id bigint, chat_id bigint, topic_id bigint, lease_id uuid, data jsonb, data_rev integer,
				route text, params jsonb, subject_kind text, subject_id bigint, beneath boolean, at_id bigint,
				left_id bigint, left_params jsonb, acted_id bigint, acted_rev integer,
				message_id bigint, keyboard_rev integer, shown_hash text, choices jsonb)
		), locked_conversation as materialized (
			select g.update_id
			from given g
			join bot.conversations d on d.person_id = g.person_id and d.chat_id = g.chat_id
			join bot.updates u on u.id = g.update_id
			where u.done_at is null and (g.data_rev is null or d.rev = g.data_rev)
			for update of d, u ${lock}
		), locked_screen as materialized (
			select g.update_id, ${sql.unsafe(screenLease.text.isFree)} as free
			from given g
			join locked_conversation using (update_id)
			join bot.screens on screens.id = g.acted_id and saved_rev <= g.acted_rev
			for update of screens ${lock}
		), allowed as materialized (
			select given.*, free
			from given
			join locked_conversation using (update_id)
			left join locked_screen using (update_id)
			where acted_id is null or free is not null
		), done as (
			update bot.updates u set done_at = clock() from allowed where u.id = update_id
		), changed as (
			update bot.screens s set
				feature = a.route, params = a.params, subject_kind = a.subject_kind, subject_id = a.subject_id,
				rev = s.rev + 1, saved_rev = s.rev + 1, shown_hash = null,
				touched_at = clock(), wake_at = clock() + interval '5 s',
				lease_until = case when a.free then ${leaseEnd} else s.lease_until end,
				lease_id = case when a.free then a.lease_id else s.lease_id end,
				beneath_rev = case when a.beneath then s.rev + 1 else s.beneath_rev end,
				old_message_id = case when a.beneath then coalesce(s.message_id, s.old_message_id) else s.old_message_id end,
				message_id = case when a.beneath then null else s.message_id end,
				topic_id = case when a.beneath then a.topic_id else s.topic_id end
			from allowed a where s.id = a.at_id
			returning a.update_id, to_jsonb(s) as screen, s.shown_at, a.free
		), left_behind as (
			update bot.screens s set
				params = a.left_params,
				rev = s.rev + 1, saved_rev = s.rev + 1, touched_at = clock(), wake_at = clock() + interval '5 s'
			from allowed a where s.id = a.left_id
		), created as (
			insert into bot.screens as s
				(chat_id, topic_id, person_id, feature, params, subject_kind, subject_id, lease_id,
				message_id, shown_rev, keyboard_rev, shown_hash, choices, shown_at, wake_at, lease_until)
			select chat_id, topic_id, person_id, route, params, subject_kind, subject_id, lease_id,
				message_id, keyboard_rev, keyboard_rev, shown_hash, choices,
				case when message_id is not null then clock() end,
				case when message_id is null then clock() + interval '5 s' end,
				case when message_id is null then ${leaseEnd} end
			from allowed where route is not null and at_id is null
			returning to_jsonb(s) as screen, s.shown_at, s.lease_id
		), shown as (
			select * from changed
			union all
			select update_id, screen, shown_at, true as free from created join allowed using (lease_id)
		), written as (
			update bot.conversations d set
				data = case when a.data_rev is null then d.data else a.data end,
				rev = d.rev + case when a.data_rev is null then 0 else 1 end,
				written_at = case when a.data_rev is null then d.written_at else clock() end,
				screen_id = coalesce((screen ->> 'id')::bigint, d.screen_id)
			from allowed a left join shown using (update_id)
			where d.person_id = a.person_id and d.chat_id = a.chat_id
				and (a.data_rev is not null or (screen ->> 'id')::bigint is distinct from d.screen_id)
		)
		select update_id as id, screen, free, to_jsonb(p) as person,
			(extract(epoch from clock() - shown_at) * 1000)::float8 as shown_ago
		from (select update_id from allowed) as allowed
		left join shown using (update_id)
		left join bot.people p on p.id = (screen ->> 'person_id')::bigint`;
}

function savedOf(row: WrittenRow, { leaseId, sent }: Write): Saved {
	if (row.screen === null) return { kind: "saved", screenId: null, leased: null };
	const leased = row.free && !sent ? leasedOf(row, leaseId) : null;
	return { kind: "saved", screenId: Number(row.screen["id"]), leased };
}

/**
 * Returns the screen that an earlier run of `writeAll` has leased or stored as sent, if its answer was lost. Without
 * such a screen, there is nothing that only the caller could draw.
 */
async function findWritten(
	sql: Sql,
	{ personId, chatId, sent }: Changes,
	leaseId: string,
): Promise<LeasedScreen | null> {
	const [row] = await sql<LeasedRow[]>`
		select to_jsonb(s) as screen, to_jsonb(p) as person,
			(extract(epoch from clock() - s.shown_at) * 1000)::float8 as shown_ago
		from bot.conversations c
		join bot.screens s on s.id = c.screen_id
		join bot.people p on p.id = s.person_id
		where c.person_id = ${personId} and c.chat_id = ${chatId}
			and s.lease_id = ${leaseId} and (${sent !== undefined} or s.lease_until is not null)`;
	return row ? leasedOf(row, leaseId) : null;
}

/**
 * Counts the attempts to process a Telegram update that needs no chat state. For all other updates, `createChatStore`
 * counts them in the statements that read and write the chat.
 */
function countUpdates(sql: Sql) {
	return {
		/**
		 * Counts the attempt to process an update. `done` is true if the update was already processed. `locale` is the
		 * person's stored language; null for an unknown person.
		 */
		async begin(input: { updateId: number; personId: number }): Promise<{ done: boolean; locale: string | null }> {
			const [row] = await sql<{ done: boolean; locale: string | null }[]>`
				insert into bot.updates as u (id) values (${input.updateId})
				on conflict (id) do update set tries = u.tries + 1
				returning done_at is not null as done, (select locale from bot.people where id = ${input.personId}) as locale`;
			if (!row) throw new Error("an upsert returns its row");
			return row;
		},

		async finish(updateId: number): Promise<void> {
			await sql`update bot.updates set done_at = clock() where id = ${updateId}`;
		},
	};
}

/** Moves all rows of a group to its new id, because the group has become a supergroup. */
async function renameChat(sql: Sql, chatId: number, newChatId: number): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`insert into bot.chats (id) values (${newChatId}) on conflict do nothing`;
		await tx`update bot.chats set stopped_at = clock() where id = ${chatId}`;
		await tx`delete from bot.conversations where chat_id = ${newChatId}`;
		await tx`update bot.conversations set chat_id = ${newChatId} where chat_id = ${chatId}`;
		await tx`update bot.screens set chat_id = ${newChatId} where chat_id = ${chatId}`;
		await tx`update bot.outbox set chat_id = ${newChatId} where chat_id = ${chatId}`;
	});
}
