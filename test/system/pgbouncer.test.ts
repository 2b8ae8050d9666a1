import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@domains/kit/postgres/connect.ts";
import { chooseIdentity } from "@domains/kit/postgres/embedded/cluster.ts";
import { migrate } from "@domains/kit/postgres/migrate.ts";
import postgres from "postgres";
import { expect, it, onTestFinished, vi } from "vitest";
import { examine } from "../../src/world/doctor/index.ts";
import { createTestDatabase } from "../support/database.ts";
import { createTestLog } from "../support/log.ts";
import { freePort } from "../support/port.ts";
import { createDirectory } from "../support/process.ts";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 120_000 });

const program = "/usr/sbin/pgbouncer";

it("works through PgBouncer in transaction mode, with a direct URL for what needs a session", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const pool = await startPgBouncer(database.tcpUrl);
	const world = await openWorld({ DATABASE_URL: pool.url, DATABASE_DIRECT_URL: database.url });
	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await chat.says("through-a-pool.com");
	await chat.until("through-a-pool.com is available");
	await chat.taps("Register");
	await chat.taps("Pay");
	await chat.until("through-a-pool.com is registered");
	await expect.poll(() => database.sql`select state from bot.inbox`).toEqual([{ state: "done" }]);
	expect(await database.sql`select from service.ledger where kind = 'charge'`).toHaveLength(1);

	// A session through PgBouncer must have the same time limits as a direct one.
	await using through = connect(pool.url, { max: 1, pooled: true });
	const limits = (sql: typeof through.sql) => sql`
		select name, setting from pg_settings where name in
		('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`;
	expect(await limits(through.sql)).toEqual(await limits(database.sql));
	const env = { DATABASE_URL: pool.url, DATABASE_DIRECT_URL: database.url, SECRET_KEY: world.config.keys.current };
	const findings = await examine(createTestLog(), { ...env, SECRET_KEY: env.SECRET_KEY?.toString("base64") });
	expect(findings).toContainEqual(expect.objectContaining({ part: "direct database", state: "ok" }));
	expect(findings).not.toContainEqual(expect.objectContaining({ part: "limits of the pool" }));
	await expect(migrate(pool.url, ["bot"])).rejects.toThrow("set DATABASE_DIRECT_URL");

	// Only work that needs a session for longer than one transaction may connect to the server directly. Everything else
	// must go through PgBouncer's two connections.
	const sessions = await database.sql<{ name: string }[]>`
		select distinct application_name as name from pg_stat_activity
		where datname = current_database() and client_port <> all(${await pool.ports()})`;
	expect(sessions.map(({ name }) => name)).not.toContain("domain-trading-bot");
	expect(sessions.map(({ name }) => name)).toContain("jobs");
	// In a pooled session, its lock would end with the transaction or stay after the process.
	expect(sessions.map(({ name }) => name)).toContain("presence");
	expect(await pool.transactions()).toBeGreaterThan(50);
});

/**
 * Returns the PgBouncer settings from docs/setups.md, with some values replaced. Fails if a value to replace is
 * missing.
 */
function documentedSettings(own: Record<string, string>): string {
	const docs = readFileSync(join(import.meta.dirname, "../../docs/setups.md"), "utf8");
	const settings = /```ini\n(; pgbouncer\.ini\n.*?)```/s.exec(docs)?.[1] ?? "";
	for (const documented of Object.keys(own)) expect(settings).toContain(documented);
	return Object.entries(own).reduce((text, [documented, mine]) => text.replace(documented, mine), settings);
}

/** Starts Debian's PgBouncer in front of the database server at `url`, with two connections to it. */
async function startPgBouncer(url: string) {
	if (!existsSync(program)) throw new Error("apt-get install pgbouncer");
	const server = new URL(url);
	const directory = await createDirectory();
	const port = await freePort();
	const name = server.pathname.slice(1);
	const users = join(directory, "userlist.txt");
	await writeFile(users, `"${server.username}" "${server.password}"\n`);
	const settings = documentedSettings({
		"bot = host=127.0.0.1 port=5432": `${name} = host=${server.hostname} port=${server.port}`,
		"listen_port = 6432": `listen_port = ${port}\nunix_socket_dir =\nadmin_users = ${server.username}`,
		"/etc/pgbouncer/userlist.txt": users,
		"default_pool_size = 20": "default_pool_size = 2",
	});
	const file = join(directory, "pgbouncer.ini");
	await writeFile(file, settings);
	const { prefix, ...owner } = await chooseIdentity(directory);
	await chmod(directory, 0o755);
	const [command = "", ...args] = [...prefix, program, file];
	const bouncer = spawn(command, args, { ...owner, stdio: "ignore" });
	const exited = once(bouncer, "exit");
	onTestFinished(async () => {
		bouncer.kill("SIGKILL");
		await exited;
	});
	const pooled = Object.assign(new URL(url), { port: String(port) }).href;
	await vi.waitUntil(() => answers(pooled), { timeout: 15_000, interval: 200 });
	// This client sends only simple queries, because PgBouncer's admin console does not support the extended query
	// protocol.
	const consoleUrl = Object.assign(new URL(pooled), { pathname: "/pgbouncer" }).href;
	const show = async (what: string): Promise<Record<string, string>[]> => {
		const admin = postgres(consoleUrl, { max: 1, fetch_types: false });
		return await admin
			.unsafe(`show ${what}`)
			.simple()
			.finally(() => admin.end());
	};
	return {
		url: pooled,
		/** Returns the local ports of PgBouncer's connections to the database server. */
		ports: async () => (await show("servers")).map((row) => Number(row["local_port"])),
		async transactions() {
			const row = (await show("stats_totals")).find((each) => each["database"] === name);
			return Number(row?.["xact_count"] ?? 0);
		},
	};
}

async function answers(url: string): Promise<boolean> {
	await using database = connect(url, { max: 1, pooled: true });
	return await database.sql.unsafe("select 1").then(
		() => true,
		() => false,
	);
}
