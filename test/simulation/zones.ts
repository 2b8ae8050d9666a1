import type { Sql } from "@domains/kit/postgres/connect.ts";

/** What an owner can change, in the form in which the service stores it. */
export interface ZoneState {
	records: readonly unknown[];
	nameservers: readonly string[];
	mode: string;
	edgeKey: string | null;
}

/** A trigger records it in the transaction that makes it, so the order of changes is exact. */
export interface ZoneChange {
	userId: number;
	domain: string;
	before: ZoneState;
	after: ZoneState;
}

/** Different TTLs, so a lost TTL is noticed. */
const firstRecords = [
	{ type: "MX", hostname: "@", value: "mx.mailhost.net", ttl: 7_200, priority: 10 },
	{ type: "TXT", hostname: "@", value: "v=spf1 -all", ttl: 3_600 },
	{ type: "A", hostname: "static", value: "192.0.2.7", ttl: 300 },
];

const state = (row: "old" | "new"): string =>
	`jsonb_build_object('records', ${row}.records, 'nameservers', ${row}.nameservers, 'mode', ${row}.mode, 'edgeKey', ${row}.edge_key)`;

export async function recordZones(sql: Sql): Promise<void> {
	await sql`update service.domains set records = ${JSON.stringify(firstRecords)}::jsonb`;
	await sql.unsafe(`
		create table public.zone_changes (
			id bigint primary key generated always as identity,
			user_id integer not null, domain text not null, before jsonb not null, after jsonb not null);
		create function public.keep_zone() returns trigger language plpgsql as $$ begin
			insert into public.zone_changes (user_id, domain, before, after)
			values (new.account_id, new.name, ${state("old")}, ${state("new")});
			return new;
		end $$;
		create trigger keep_zone after update of records, nameservers, mode, edge_key on service.domains
			for each row execute function public.keep_zone()`);
}

export async function zoneChanges(sql: Sql): Promise<ZoneChange[]> {
	return await sql<
		ZoneChange[]
	>`select user_id as "userId", domain, before, after from public.zone_changes order by id`;
}
