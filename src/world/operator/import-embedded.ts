import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AppError } from "@domains/kit/errors.ts";
import type { Log } from "@domains/kit/log.ts";
import { connect, type Sql } from "@domains/kit/postgres/connect.ts";
import { openEmbedded } from "@domains/kit/postgres/embedded/index.ts";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import { patient } from "@domains/kit/postgres/session.ts";
import type { Config } from "../../config.ts";

const folders = ["bot", "service"] as const;

interface Table {
	schema: string;
	name: string;
	columns: string[];
	/** The targets of its foreign keys. */
	needs: string[];
}

/**
 * Copies the embedded database under `DATA_DIR` into the empty one at `DATABASE_URL`, in one transaction. Returns the
 * number of rows of each table. Jobs are not copied, because a running bot enqueues jobs for all due rows again. The
 * loss of rate limits does no harm.
 */
export async function importEmbedded(config: Config, log: Log): Promise<Record<string, number>> {
	if (config.databaseUrl === undefined)
		throw new AppError("config_invalid", "Set DATABASE_URL to the empty target database");
	const directory = join(config.dataDir, "postgres");
	await access(directory).catch((cause: unknown) => {
		throw new AppError("config_invalid", `There is no database in ${config.dataDir}: set DATA_DIR`, { cause });
	});
	await checkKey(config);
	await using stack = new AsyncDisposableStack();
	// `npm start` has the same role, so opening fails while a bot runs on the embedded database.
	const embedded = stack.use(await openEmbedded({ directory, log, role: "start" }));
	await migrate(embedded.url, folders);
	await migrate(config.databaseUrl, folders);
	const [from, to] = [embedded.url, config.databaseUrl].map(
		(url) => stack.use(connect(url, { max: 1, limits: patient })).sql,
	);
	if (!from || !to) throw new Error("both are open");
	return await copyAll(from, to);
}

/** Without the key of the embedded database, the copied secrets could not be decrypted. */
async function checkKey({ dataDir, keys }: Config): Promise<void> {
	const path = join(dataDir, "secret.key");
	const kept = await readFile(path, "utf8").catch(() => undefined);
	const all = [keys.current, ...keys.old].map((key) => key?.toString("base64"));
	if (kept === undefined || all.includes(kept.trim())) return;
	throw new AppError("config_invalid", `SECRET_KEY must be the content of ${path}, or SECRET_KEYS_OLD must contain it`);
}

async function copyAll(from: Sql, to: Sql): Promise<Record<string, number>> {
	const tables = inOrder(await tablesOf(from));
	const counts: Record<string, number> = {};
	await to.begin(async (target) => {
		for (const { schema, name } of tables) {
			const [row] = await target`select from ${target(schema)}.${target(name)} limit 1`;
			if (row)
				throw new AppError("invalid_input", `The target database is not empty (${schema}.${name}): use a new one`);
		}
		for (const { schema, name, columns } of tables) {
			const place = `"${schema}"."${name}" (${columns.map((column) => `"${column}"`).join(", ")})`;
			const reader = await from.unsafe(`copy ${place} to stdout`).readable();
			await pipeline(reader, await target.unsafe(`copy ${place} from stdin`).writable());
			const [row] = await target<{ count: number }[]>`
				select count(*)::int as count from ${target(schema)}.${target(name)}`;
			counts[`${schema}.${name}`] = row?.count ?? 0;
		}
		// The ids of new rows continue after the highest copied id.
		await target`
			select setval(pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name), greatest((xpath(
				'/row/max/text()', query_to_xml(format('select max(%I) from %I.%I', column_name, table_schema, table_name),
				true, true, '')))[1]::text::bigint, identity_start::bigint))
			from information_schema.columns where is_identity = 'YES' and table_schema in ('bot', 'service')`;
	});
	return counts;
}

async function tablesOf(sql: Sql): Promise<Table[]> {
	const rows = await sql<Table[]>`
		select n.nspname as schema, c.relname as name,
			(select array_agg(attname::text order by attnum) from pg_attribute
				where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
			coalesce((select array_agg(distinct f.confrelid::regclass::text) from pg_constraint f
				where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '{}') as needs
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and n.nspname in ('bot', 'service') order by 1, 2`;
	return [...rows];
}

/** Each table comes after those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
	const sorted: Table[] = [];
	const visit = (table: Table | undefined): void => {
		if (!table || sorted.includes(table)) return;
		for (const need of table.needs) visit(tables.find(({ schema, name }) => `${schema}.${name}` === need));
		sorted.push(table);
	};
	for (const table of tables) visit(table);
	return sorted;
}
