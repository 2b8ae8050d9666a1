import type { Sql } from "@domains/kit/postgres/connect.ts";

/** Right after a write to the row. Times are in milliseconds on the database clock. */
export interface RequestStep {
	requestId: number;
	phase: string;
	firstSentAt: number | null;
	at: number;
}

/** In the transaction of the write, even if it changes no value. */
export async function recordSteps(sql: Sql): Promise<void> {
	await sql.unsafe(`
		create table public.request_steps (
			id bigint primary key generated always as identity,
			request_id bigint not null, phase text not null, first_sent_at timestamptz, at timestamptz not null);
		create function public.keep_step() returns trigger language plpgsql as $$ begin
			insert into public.request_steps (request_id, phase, first_sent_at, at)
			values (new.id, new.phase, new.first_sent_at, public.clock());
			return null;
		end $$;
		create trigger keep_step after insert or update on bot.requests
			for each row execute function public.keep_step()`);
}

export async function requestSteps(sql: Sql): Promise<RequestStep[]> {
	return await sql<RequestStep[]>`
		select request_id::float8 as "requestId", phase, (extract(epoch from first_sent_at) * 1000)::float8 as "firstSentAt",
			(extract(epoch from at) * 1000)::float8 as at
		from public.request_steps order by id`;
}
