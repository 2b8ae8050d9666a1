import { createHmac } from "node:crypto";
import { openSessions } from "../session.ts";

/** It owns the database and the objects in it, and has no other rights. */
export const application = "bot";

const setup = 7_051_007;

/** Only one secret is stored. */
export function applicationPassword(superuserPassword: string): string {
	return createHmac("sha256", superuserPassword).update("password of the application").digest("base64url");
}

/**
 * In clusters of earlier versions, which ran the application as the superuser, the superuser owns all tables. `url` is
 * the superuser's address.
 */
export async function prepareRole(url: string, password: string): Promise<void> {
	const sql = openSessions(url, { name: "setup", max: 1, longLived: true });
	try {
		await sql.begin(async (tx) => {
			await tx`select pg_advisory_xact_lock(${setup})`;
			const [role] = await tx`select from pg_roles where rolname = ${application}`;
			if (!role) await tx.unsafe(`create role ${application} login password '${password}'`);
			await tx.unsafe(giveAll);
		});
	} finally {
		await sql.end({ timeout: 0 });
	}
}

/**
 * The superuser is the role with OID 10, which initdb creates. Sequences that belong to a column get the new owner
 * together with their table.
 */
const giveAll = `do $$
declare
	each record;
begin
	for each in
		with ours as (
			select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
		)
		select format('alter database %I owner to ${application}', datname) as statement
			from pg_database where datname = current_database() and datdba = 10
		union all
		select format('alter schema %I owner to ${application}', nspname) from ours where nspowner = 10
		union all
		select format('alter %s %I.%I owner to ${application}', case relkind when 'S' then 'sequence' when 'v' then 'view'
				when 'm' then 'materialized view' else 'table' end, nspname, relname)
			from pg_class c join ours on ours.oid = relnamespace
			where relowner = 10 and relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
				select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
					and c.relkind = 'S' and d.deptype in ('a', 'i'))
		union all
		select format('alter routine %s owner to ${application}', p.oid::regprocedure)
			from pg_proc p join ours on ours.oid = pronamespace where proowner = 10
		union all
		select format('alter type %I.%I owner to ${application}', nspname, typname)
			from pg_type join ours on ours.oid = typnamespace where typowner = 10 and typtype in ('e', 'd', 'r')
	loop
		execute each.statement;
	end loop;
end $$`;
