import { randomUUID } from "node:crypto";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { isOutage, throughOutage } from "@domains/kit/postgres/errors.ts";
import type { JsonRow } from "./json-rows.ts";
import { renameChat } from "./rename-chat.ts";
import { createSaveChat, outageMs } from "./save-chat.ts";
import { type Person, personOf, type Screen, screenOf } from "./screens.ts";
import { type OnAlone, shareWork } from "./shared.ts";
import { countUpdates } from "./updates.ts";

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
			on conflict (id) do update set tries = u.tries + 1
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
