import { existsSync } from "node:fs";
import { join } from "node:path";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import { createClock } from "./clock.ts";
import { connect } from "./connect.ts";
import { createPaceTable } from "./pace.ts";

/** A folder below `drizzle/`, and the schema that its migrations make. */
export type MigrationFolder = "bot" | "service";

const root = join(import.meta.dirname, "..", "..", "drizzle");
const lock = 7_051_003;

/**
 * Brings the database up to date: `clock()` and the table of the pace, then what is new in each folder. One process at a time, the others wait.
 * Each folder keeps its record in a schema of its own: in a shared record the older of two folders would be skipped.
 */
export async function migrate(url: string, folders: readonly MigrationFolder[]): Promise<void> {
	await using database = connect(url, { max: 1, name: "migrate" });
	await database.sql`select pg_advisory_lock(${lock})`;
	await createClock(database.sql);
	await createPaceTable(database.sql);
	for (const folder of folders) {
		const migrationsFolder = join(root, folder);
		if (!existsSync(join(migrationsFolder, "meta", "_journal.json"))) continue;
		await applyMigrations(database.db, { migrationsFolder, migrationsSchema: `${folder}_migrations` });
	}
}
