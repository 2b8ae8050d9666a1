import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { connect } from "@domains/kit/postgres/connect.ts";

/**
 * Returns lines of text about the machine, for docs/bench-table.md. Results can only be compared between similar machines.
 */
export async function describeMachine(databaseUrl: string): Promise<string[]> {
	await using database = connect(databaseUrl, { max: 1 });
	const [row] = await database.sql<{ server_version: string }[]>`show server_version`;
	const all = cpus();
	return [
		`${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC, commit ${commit()}`,
		`${all.length} cores of ${all[0]?.model ?? "an unknown processor"}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB memory`,
		`Node ${process.versions.node}, PostgreSQL ${row?.server_version} (embedded, default durability)`,
		`load before the run: ${loadavg()
			.map((value) => value.toFixed(1))
			.join(", ")} over 1, 5 and 15 minutes`,
	];
}

function commit(): string {
	try {
		return execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], { encoding: "utf8" }).trim();
	} catch {
		return "unknown";
	}
}
