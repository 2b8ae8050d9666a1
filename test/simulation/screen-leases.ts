import type { Sql } from "@domains/kit/postgres/connect.ts";

/**
 * Records each lease of a screen whose message has not been sent yet. The holder of a lease sends at most one new
 * message, so there are at most as many messages as leases.
 */
export async function recordScreenLeases(sql: Sql): Promise<void> {
	await sql.unsafe(`
		create table public.screen_leases (id bigint primary key generated always as identity, screen_id bigint not null);
		create function public.keep_screen_lease() returns trigger language plpgsql as $$ begin
			if new.message_id is null and new.lease_until is not null
				and (tg_op = 'INSERT' or new.lease_until is distinct from old.lease_until) then
				insert into public.screen_leases (screen_id) values (new.id);
			end if;
			return null;
		end $$;
		create trigger keep_screen_lease after insert or update on bot.screens
			for each row execute function public.keep_screen_lease()`);
}
