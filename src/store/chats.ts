import { randomUUID } from "node:crypto";
import type { Sql } from "../postgres/connect.ts";
import { isOutage, throughOutage } from "../postgres/outage.ts";
import { renameChat } from "./rename-chat.ts";
import {
	type LeasedRow,
	type LeasedScreen,
	leasedOf,
	type Params,
	type Person,
	type PersonRow,
	personOf,
	type Screen,
	type ScreenRow,
	type Subject,
	screenOf,
} from "./screens.ts";
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

/**
 * What the processing of one update writes. If a revision (`rev`) in the database has changed since it was read,
 * nothing is written.
 */
export interface Changes {
	updateId: number;
	personId: number;
	chatId: number;
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

interface LoadedRow {
	tries: number;
	done: boolean;
	person: PersonRow;
	is_new: boolean;
	data: unknown;
	rev: number;
	age: number;
	screen: ScreenRow | null;
	is_last: boolean;
}

/**
 * How long a write is repeated while the database is lost, in milliseconds. An update must end within ten seconds
 * (`bot/updates/handle.ts`).
 */
const saveMs = 6_000;

export type ChatStore = ReturnType<typeof createChatStore>;

/**
 * Reads and writes the state of a chat for one update. A write succeeds only if the revisions (`rev`) that were read
 * are still current.
 */
export function createChatStore(sql: Sql) {
	return {
		/**
		 * Counts the attempt to process the update, inserts an unknown person with `locale` and time zone UTC, and reads
		 * the chat's state. The screen is that of the message `messageId`. Without `messageId`, it is the screen that this
		 * person's previous update showed in this chat.
		 *
		 * Every update waits for this statement. So the statement writes to as few rows as possible, and its commit does
		 * not wait for the disk. If PostgreSQL crashes and loses the commit, the update is processed again anyway.
		 */
		async load(input: {
			updateId: number;
			personId: number;
			chatId: number;
			messageId?: number;
			locale: string;
		}): Promise<ChatState> {
			const { updateId, personId, chatId, messageId = null, locale } = input;
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
			return {
				person: { ...personOf(row.person), isNew: row.is_new },
				conversation: { data: row.data, rev: row.rev, age: row.age },
				screen: row.screen && screenOf(row.screen),
				isLast: row.is_last,
				tries: row.tries,
				done: row.done,
				banned: row.person.banned_at !== null,
			};
		},

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
		 */
		async save(changes: Changes): Promise<Saved> {
			const leaseToken = randomUUID();
			let runs = 0;
			return await throughOutage(async () => {
				runs += 1;
				const saved = await saveOnce(changes, leaseToken);
				const leased = saved.kind === "conflict" && runs > 1 ? await findLeased(changes, leaseToken) : null;
				return leased ? { kind: "saved", screenId: leased.id, leased } : saved;
			}, saveMs);
		},

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

	/** Writes the changes of an update once. `leaseToken` marks the lease of the screen that the caller must draw. */
	async function saveOnce(changes: Changes, leaseToken: string): Promise<Saved> {
		const { updateId, personId, chatId, conversation, show } = changes;
		const data = conversation === undefined || conversation.data === null ? null : JSON.stringify(conversation.data);
		const params = JSON.stringify(show?.params ?? {});
		const subject = show?.subject ?? null;
		const acted = show?.at ?? show?.leaving;
		const [row] = await sql<({ allowed: boolean; free: boolean } & (LeasedRow | { screen: null }))[]>`
			with locked_conversation as (
				select from bot.conversations d, bot.updates u
				where d.person_id = ${personId} and d.chat_id = ${chatId} and u.id = ${updateId} and u.done_at is null
					and (${conversation === undefined} or d.rev = ${conversation?.rev ?? 0})
				for update
			), locked_screen as (
				select lease_until is null or lease_until <= clock() as free from bot.screens
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
					lease_until = case when (select free from locked_screen) then clock() + interval '30 s' else lease_until end,
					lease_token = case when (select free from locked_screen) then ${leaseToken} else lease_token end,
					beneath_rev = case when ${show?.beneath ?? false} then rev + 1 else beneath_rev end,
					old_message_id = case when ${show?.beneath ?? false} then coalesce(message_id, old_message_id) else old_message_id end,
					message_id = case when ${show?.beneath ?? false} then null else message_id end
				where id = ${show?.at?.id ?? null} and exists (select from allowed)
				returning to_jsonb(s) as screen, s.shown_at, (select free from locked_screen) as free
			), left_behind as (
				update bot.screens set
					params = ${JSON.stringify(show?.leaving?.params ?? {})}::jsonb,
					rev = rev + 1, saved_rev = rev + 1, touched_at = clock(), wake_at = clock() + interval '5 s'
				where id = ${show?.leaving?.id ?? null} and exists (select from allowed)
			), created as (
				insert into bot.screens as s
					(chat_id, person_id, feature, params, subject_kind, subject_id, wake_at, lease_until, lease_token)
				select ${chatId}, ${personId}, ${show?.routeName ?? ""}, ${params}::jsonb,
					${subject?.kind ?? null}, ${subject?.id ?? null}, clock() + interval '5 s', clock() + interval '30 s',
					${leaseToken}::uuid
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
		return { kind: "saved", screenId: row.screen.id, leased: row.free ? leasedOf(row) : null };
	}

	/**
	 * Returns the screen that an earlier run of `saveOnce` has leased, if its answer was lost. Without such a screen, there
	 * is nothing that only the caller could draw.
	 */
	async function findLeased({ personId, chatId }: Changes, leaseToken: string): Promise<LeasedScreen | null> {
		const [row] = await sql<LeasedRow[]>`
			select to_jsonb(s) as screen, to_jsonb(p) as person,
				(extract(epoch from clock() - s.shown_at) * 1000)::float8 as shown_ago
			from bot.conversations c
			join bot.screens s on s.id = c.screen_id
			join bot.people p on p.id = s.person_id
			where c.person_id = ${personId} and c.chat_id = ${chatId}
				and s.lease_token = ${leaseToken} and s.lease_until is not null`;
		return row ? leasedOf(row) : null;
	}
}
