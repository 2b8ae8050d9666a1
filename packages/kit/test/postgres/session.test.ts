import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { freePort } from "../../../../test/support/port.ts";
import { project, sourceFiles } from "../../../../test/support/source-files.ts";
import { connect } from "../../src/postgres/connect.ts";
import { isOutage } from "../../src/postgres/errors.ts";
import { holdLeadership } from "../../src/postgres/leadership.ts";
import { migrate } from "../../src/postgres/migrate.ts";
import { patient } from "../../src/postgres/session.ts";

vi.setConfig({ testTimeout: 60_000 });

async function database(): Promise<TestDatabase> {
	const made = await createTestDatabase();
	onTestFinished(() => made[Symbol.asyncDispose]());
	return made;
}

/** After `silence`, the proxy keeps the connections open but forwards nothing, so neither side gets an error. */
async function startSilentProxy(url: string) {
	const { port: serverPort } = new URL(url);
	let silent = false;
	const sockets = new Set<Socket>();
	const server = createServer((near) => {
		const far = createConnection(Number(serverPort), "127.0.0.1");
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(from);
			from.on("error", () => to.destroy()).on("close", () => silent || to.destroy());
			from.on("data", (bytes) => silent || to.write(bytes));
		}
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(async () => {
		for (const socket of sockets) socket.destroy();
		server.close();
		await once(server, "close");
	});
	// A server that listens on TCP always has an `AddressInfo`.
	const { port } = server.address() as AddressInfo;
	return { url: url.replace(`:${serverPort}/`, `:${port}/`), silence };

	function silence(): void {
		silent = true;
	}
}

async function startProcess(args: string[]): Promise<ChildProcess> {
	const file = join(import.meta.dirname, "frozen-process.ts");
	const child = spawn(process.execPath, ["-r", "./src/commands/preload.cjs", file, ...args], {
		cwd: project,
		stdio: ["ignore", "pipe", "inherit"],
	});
	onTestFinished(async () => {
		const gone = once(child, "exit");
		child.kill("SIGKILL");
		await gone;
	});
	await once(child.stdout, "data");
	return child;
}

it("limits statements, locks, transactions and dead connections in every session", async () => {
	const { tcpUrl: url, sql } = await database();
	const names = [
		"statement_timeout",
		"lock_timeout",
		"idle_in_transaction_session_timeout",
		"tcp_keepalives_idle",
		"tcp_keepalives_interval",
		"tcp_keepalives_count",
		"tcp_user_timeout",
	];
	const settingsOf = async (options: Parameters<typeof connect>[1]): Promise<string[]> => {
		await using pool = connect(url, options);
		const rows = await pool.sql<{ name: string; value: string }[]>`
			select name, setting as value from pg_settings where name = any(${names})`;
		return names.map((name) => `${name} ${rows.find((row) => row.name === name)?.value}`);
	};
	expect(await settingsOf({ max: 1 })).toEqual([
		"statement_timeout 60000",
		"lock_timeout 15000",
		"idle_in_transaction_session_timeout 20000",
		"tcp_keepalives_idle 15",
		"tcp_keepalives_interval 5",
		"tcp_keepalives_count 3",
		"tcp_user_timeout 30000",
	]);
	expect(await settingsOf({ max: 1, limits: patient })).toContain("statement_timeout 3600000");
	await sql`select pg_advisory_lock(1)`;
	await using other = connect(url, { max: 1, limits: { lock_timeout: 100 } });
	await expect(other.sql`select pg_advisory_lock(1)`.execute()).rejects.toMatchObject({ code: "55P03" });
	await expect(other.sql`set statement_timeout = 50; select pg_sleep(9)`.simple()).rejects.toMatchObject({
		code: "57014",
	});
});

it("opens sessions in one module only", () => {
	const users = sourceFiles().filter((file) =>
		/(=|return|await) postgres\(/.test(readFileSync(join(project, file), "utf8")),
	);
	expect(users).toEqual(["packages/kit/src/postgres/session.ts"]);
});

it("frees the locks of a process that froze inside a transaction", async () => {
	const { tcpUrl: url, sql } = await database();
	await sql`create table held as select 1 as id`;
	const child = await startProcess(["transaction", url]);
	child.kill("SIGSTOP");
	await sql`set lock_timeout = '5s'`;
	expect(await sql`update held set id = 2 returning id`).toEqual([{ id: 2 }]);
});

it("gets the rows of a new connection after the server ended the old one in the middle of a statement", async () => {
	const { tcpUrl: url, sql } = await database();
	const { port, pathname, username, password } = new URL(url);
	// With several hosts, the driver asks each new connection for the server's role first.
	const pair = `postgres://${username}:${password}@127.0.0.1:${port},127.0.0.1:${port}${pathname}`;
	await using pool = connect(pair, { max: 1 });
	for (const statement of ["select pg_sleep(60)", "select n, pg_sleep(0.01) from generate_series(1, 60000) n"]) {
		const [before] = await pool.sql`select pg_backend_pid() as pid`;
		const broken = pool.sql.unsafe(statement).execute();
		broken.catch(() => {});
		// Real time: the second statement must have sent some of its rows.
		await sleep(200);
		await sql`select pg_terminate_backend(${before?.["pid"]})`;
		await expect(broken).rejects.toSatisfy(isOutage);
		expect(await pool.sql`select 1 as one`).toEqual([{ one: 1 }]);
	}
});

it("gives up a statement that gets no answer", async () => {
	const { tcpUrl: url } = await database();
	const proxy = await startSilentProxy(url);
	await using pool = connect(proxy.url, { max: 1, limits: { statement_timeout: 1_000 } });
	await pool.sql`select 1`;
	proxy.silence();
	const error: unknown = await pool.sql`select 2`.execute().catch((cause: unknown) => cause);
	expect(error).toMatchObject({ code: "ANSWER_TIMEOUT" });
	expect(isOutage(error)).toBe(true);
});

it("waits for an idle connection without a limit", async () => {
	const { tcpUrl: url } = await database();
	await using pool = connect(url, { max: 1, limits: { statement_timeout: 400 } });
	const [before] = await pool.sql`select pg_backend_pid() as pid`;
	// Real time: longer than the limit that must not apply.
	await sleep(1_000);
	expect(await pool.sql`select pg_backend_pid() as pid`).toEqual([before]);
});

it("keeps the leadership beyond the age at which the driver closes connections", async () => {
	const { tcpUrl: url } = await database();
	const events: string[] = [];
	const log = createTestLog();
	await using _leader = holdLeadership({ url: `${url}?max_lifetime=1`, name: "poll", log }, async (signal) => {
		events.push("leads");
		await new Promise((resolve) => signal.addEventListener("abort", resolve));
		events.push("ends");
	});
	await vi.waitUntil(() => events.length > 0, { timeout: 5_000 });
	// Real time: the driver counts the age of a connection in seconds of this process.
	await sleep(3_000);
	expect(events).toEqual(["leads"]);
});

it("keeps the migration lock beyond that age", async () => {
	const { tcpUrl: url, sql } = await database();
	await sql`drop schema bot cascade`;
	await sql`drop schema bot_migrations cascade`;
	await Promise.all([1, 2, 3].map(() => migrate(`${url}?max_lifetime=0.001`, ["bot"])));
	expect(await sql`select to_regclass('bot.people') is not null as made`).toEqual([{ made: true }]);
});

it.each(["frozen", "cut off"])("lets another process lead when the leader is %s", async (how) => {
	const { tcpUrl: url } = await database();
	const proxy = await startSilentProxy(url);
	const child = await startProcess(["lead", how === "frozen" ? url : proxy.url]);
	const said: string[] = [];
	child.stdout?.on("data", (text) => said.push(String(text)));
	let saidBefore: string | undefined;
	await using _next = holdLeadership({ url, name: "poll", log: createTestLog() }, async (signal) => {
		saidBefore = said.join("");
		await new Promise((resolve) => signal.addEventListener("abort", resolve));
	});
	// Real time: nothing may happen.
	await sleep(1_000);
	expect(saidBefore).toBeUndefined();
	if (how === "frozen") child.kill("SIGSTOP");
	else proxy.silence();
	await vi.waitUntil(() => saidBefore !== undefined, { timeout: 30_000 });
	expect(saidBefore).toBe(how === "frozen" ? "" : "ends ");
});

it("tries each host of an address, and fails if none answers", async () => {
	const { tcpUrl: url } = await database();
	const { port, pathname, username, password } = new URL(url);
	const closed = [await freePort(), await freePort()];
	const hosts = (...ports: (string | number)[]): string =>
		`postgres://${username}:${password}@${ports.map((each) => `127.0.0.1:${each}`).join()}${pathname}`;
	await using pool = connect(hosts(closed[0] ?? 0, port), { max: 3 });
	const pids = await Promise.all([1, 2, 3].map(() => pool.sql`select pg_sleep(0.1), pg_backend_pid() as pid`));
	expect(new Set(pids.map(([row]) => row?.["pid"])).size).toBe(3);
	await using none = connect(hosts(...closed), { max: 1 });
	await expect(none.sql`select 1`.execute()).rejects.toMatchObject({ code: "ECONNREFUSED" });
	await expect(none.sql`select 1`.execute()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("closes while it is still trying hosts", async () => {
	const mute = createServer(() => {}).listen(0, "127.0.0.1");
	await once(mute, "listening");
	onTestFinished(() => void mute.close());
	// A server that listens on TCP always has an `AddressInfo`.
	const { port } = mute.address() as AddressInfo;
	const pool = connect(`postgres://bot@127.0.0.1:${port},127.0.0.1:${port}/bot`, { max: 1, graceSeconds: 0 });
	const asked = pool.sql`select 1`.execute();
	asked.catch(() => {});
	// Real time: the driver does not show that it is connecting.
	await sleep(100);
	await pool[Symbol.asyncDispose]();
	await expect(asked).rejects.toMatchObject({ code: "CONNECTION_DESTROYED" });
});
