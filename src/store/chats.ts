import type { Sql } from "../postgres/connect.ts";
import {
	type LeasedRow,
	type LeasedScreen,
	leasedOf,
	type Person,
	type PersonRow,
	personOf,
	type Screen,
	type ScreenRow,
	screenOf,
} from "./screens.ts";

export interface ChatState {
	person: Person;
	dialogue: { data: unknown; rev: number; age: number };
	screen: Screen | null;
	isLast: boolean;
	tries: number;
	done: boolean;
	banned: boolean;
}

interface Changes {
	updateId: number;
	personId: number;
	chatId: number;
	dialogue?: { data: unknown; rev: number };
	show?: {
		feature: string;
		params: Record<string, unknown>;
		subject: { kind: string; id: number } | null;
		at: { id: number; rev: number } | null;
		beneath: boolean;
		leaving?: { id: number; rev: number; params: Record<string, unknown> } | null;
	};
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

/** What an update reads and leaves behind: each in one statement, the leaving conditional on the revisions read. */
export function createChatStore(sql: Sql) {
	return {
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
				), person as (
					insert into bot.people as p (id, locale, first_update_id) values (${personId}, ${locale}, ${updateId})
					on conflict (id) do update set seen_at = clock()
					returning to_jsonb(p) as person, coalesce(first_update_id = ${updateId}, false) as is_new
				), chat as (
					insert into bot.chats (id) values (${chatId}) on conflict do nothing
				), here as (
					insert into bot.dialogues as d (person_id, chat_id) values (${personId}, ${chatId})
					on conflict (person_id, chat_id) do update set seen_at = clock()
					returning data, rev, screen_id, (extract(epoch from clock() - written_at) * 1000)::float8 as age
				)
				select tries, done, person, is_new, data, here.rev, age, to_jsonb(s) as screen,
					coalesce(s.id = here.screen_id, false) as is_last
				from tried, person, here
				left join bot.screens s on s.chat_id = ${chatId}
					and case when ${messageId}::bigint is null then s.id = here.screen_id else s.message_id = ${messageId} end`;
			if (!row) throw new Error("a load answers with one row");
			return {
				person: { ...personOf(row.person), isNew: row.is_new },
				dialogue: { data: row.data, rev: row.rev, age: row.age },
				screen: row.screen && screenOf(row.screen),
				isLast: row.is_last,
				tries: row.tries,
				done: row.done,
				banned: row.person.banned_at !== null,
			};
		},

		/**
		 * All or nothing: a dialogue or a screen that another update wrote since it was read, or an update that is done
		 * already, is a conflict. The rows are locked first, so that what is compared is what is written over. A screen that
		 * nobody is drawing is leased to the caller, who is about to.
		 */
		async save(changes: Changes): Promise<Saved> {
			const { updateId, personId, chatId, dialogue, show } = changes;
			const data = dialogue === undefined || dialogue.data === null ? null : JSON.stringify(dialogue.data);
			const params = JSON.stringify(show?.params ?? {});
			const subject = show?.subject ?? null;
			const acted = show?.at ?? show?.leaving;
			const [row] = await sql<({ going: boolean; free: boolean } & (LeasedRow | { screen: null }))[]>`
				with here as (
					select from bot.dialogues d, bot.updates u
					where d.person_id = ${personId} and d.chat_id = ${chatId} and u.id = ${updateId} and u.done_at is null
						and (${dialogue === undefined} or d.rev = ${dialogue?.rev ?? 0})
					for update
				), target as (
					select lease_until is null or lease_until <= clock() as free from bot.screens
					where id = ${acted?.id ?? null} and saved_rev <= ${acted?.rev ?? 0} and exists (select from here)
					for update
				), going as (
					select from here where ${!acted} or exists (select from target)
				), done as (
					update bot.updates set done_at = clock() where id = ${updateId} and exists (select from going)
				), raised as (
					update bot.screens s set
						feature = ${show?.feature ?? ""}, params = ${params}::jsonb,
						subject_kind = ${subject?.kind ?? null}, subject_id = ${subject?.id ?? null},
						rev = rev + 1, saved_rev = rev + 1, shown_hash = null,
						touched_at = clock(), wake_at = clock() + interval '5 s',
						lease_until = case when (select free from target) then clock() + interval '30 s' else lease_until end,
						beneath_rev = case when ${show?.beneath ?? false} then rev + 1 else beneath_rev end,
						old_message_id = case when ${show?.beneath ?? false} then coalesce(message_id, old_message_id) else old_message_id end,
						message_id = case when ${show?.beneath ?? false} then null else message_id end
					where id = ${show?.at?.id ?? null} and exists (select from going)
					returning to_jsonb(s) as screen, s.shown_at, (select free from target) as free
				), left_standing as (
					update bot.screens set
						params = ${JSON.stringify(show?.leaving?.params ?? {})}::jsonb,
						rev = rev + 1, saved_rev = rev + 1, touched_at = clock(), wake_at = clock() + interval '5 s'
					where id = ${show?.leaving?.id ?? null} and exists (select from going)
				), made as (
					insert into bot.screens as s (chat_id, person_id, feature, params, subject_kind, subject_id, wake_at, lease_until)
					select ${chatId}, ${personId}, ${show?.feature ?? ""}, ${params}::jsonb,
						${subject?.kind ?? null}, ${subject?.id ?? null}, clock() + interval '5 s', clock() + interval '30 s'
					from going where ${show !== undefined && show.at === null}
					returning to_jsonb(s) as screen, s.shown_at, true as free
				), shown as (
					select * from raised union all select * from made
				), kept as (
					update bot.dialogues set
						data = case when ${dialogue !== undefined} then ${data}::jsonb else data end,
						rev = rev + ${dialogue === undefined ? 0 : 1},
						written_at = case when ${dialogue !== undefined} then clock() else written_at end,
						screen_id = coalesce((select (screen ->> 'id')::bigint from shown), screen_id)
					where person_id = ${personId} and chat_id = ${chatId} and exists (select from going)
				)
				select exists (select from going) as going, shown.screen, shown.free, to_jsonb(p) as person,
					(extract(epoch from clock() - shown.shown_at) * 1000)::float8 as shown_ago
				from (select) as always
				left join shown on true
				left join bot.people p on p.id = (shown.screen ->> 'person_id')::bigint`;
			if (!row?.going) return { kind: "conflict" };
			if (row.screen === null) return { kind: "saved", screenId: null, leased: null };
			return { kind: "saved", screenId: row.screen.id, leased: row.free ? leasedOf(row) : null };
		},

		async begin(input: { updateId: number; personId: number }): Promise<{ done: boolean; locale: string | null }> {
			const [row] = await sql<{ done: boolean; locale: string | null }[]>`
				insert into bot.updates as u (id) values (${input.updateId})
				on conflict (id) do update set tries = u.tries + 1
				returning done_at is not null as done, (select locale from bot.people where id = ${input.personId}) as locale`;
			if (!row) throw new Error("an upsert answers with its row");
			return row;
		},

		async finish(updateId: number): Promise<void> {
			await sql`update bot.updates set done_at = clock() where id = ${updateId}`;
		},

		async stop(chatId: number): Promise<void> {
			await sql`update bot.chats set stopped_at = clock() where id = ${chatId}`;
		},

		async resume(chatId: number): Promise<void> {
			await sql`
				with chat as (update bot.chats set stopped_at = null where id = ${chatId})
				update bot.outbox set wake_at = clock() where chat_id = ${chatId} and state = 'waiting' and wake_at is null`;
		},

		async rename(chatId: number, newChatId: number): Promise<void> {
			await sql.begin(async (tx) => {
				await tx`insert into bot.chats (id) values (${newChatId}) on conflict do nothing`;
				await tx`update bot.chats set stopped_at = clock() where id = ${chatId}`;
				await tx`delete from bot.dialogues where chat_id = ${newChatId}`;
				await tx`update bot.dialogues set chat_id = ${newChatId} where chat_id = ${chatId}`;
				await tx`update bot.screens set chat_id = ${newChatId} where chat_id = ${chatId}`;
				await tx`update bot.outbox set chat_id = ${newChatId} where chat_id = ${chatId}`;
			});
		},
	};
}
