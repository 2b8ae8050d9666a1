import type { Sql } from "@domains/kit/postgres/connect.ts";

/** `at` is in milliseconds on the database clock. */
export interface AccessChange {
	personId: number;
	accountId: number;
	has: boolean;
	at: number;
}

/** Records in the transaction that causes the change. */
export async function recordAccess(sql: Sql): Promise<void> {
	await sql.unsafe(`
		create table public.access_changes (
			id bigint primary key generated always as identity,
			person_id bigint not null, account_id integer not null, has boolean not null, at timestamptz not null);
		create function public.keep_access() returns trigger language plpgsql as $$ begin
			if tg_op <> 'INSERT' and old.account_id is not null then
				insert into public.access_changes (person_id, account_id, has, at)
				values (old.person_id, old.account_id, false, public.clock());
			end if;
			if tg_op <> 'DELETE' and new.account_id is not null then
				insert into public.access_changes (person_id, account_id, has, at)
				values (new.person_id, new.account_id, new.state <> 'needs_token', public.clock());
			end if;
			return null;
		end $$;
		create trigger keep_access after insert or update or delete on bot.connections
			for each row execute function public.keep_access()`);
}

export async function accessChanges(sql: Sql): Promise<AccessChange[]> {
	return await sql<AccessChange[]>`
		select person_id::float8 as "personId", account_id as "accountId", has,
			(extract(epoch from at) * 1000)::float8 as at
		from public.access_changes order by id`;
}
