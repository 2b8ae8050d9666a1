import type { Sql } from "@domains/kit/postgres/connect.ts";

/** The quote showed the date. The bot later replaces this date with the one that it reads right before the call. */
export async function recordConfirmedDates(sql: Sql): Promise<void> {
	await sql.unsafe(`
		create table public.confirmed_dates (
			id bigint primary key generated always as identity, item_id bigint not null, expires_at timestamptz);
		create function public.keep_confirmed_date() returns trigger language plpgsql as $$ begin
			insert into public.confirmed_dates (item_id, expires_at)
			values (new.id, (new.before ->> 'expiresAt')::timestamptz);
			return null;
		end $$;
		create trigger keep_confirmed_date after update of locked on bot.items
			for each row when (new.locked and not old.locked and new.lock = 'renew')
			execute function public.keep_confirmed_date()`);
}
