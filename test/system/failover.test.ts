import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { connect } from "../../src/postgres/connect.ts";
import { chooseIdentity } from "../../src/postgres/embedded/identity.ts";
import { openCustomer, untilQuiet } from "../support/customers.ts";
import { untilRow } from "../support/killable-world.ts";
import { freePort } from "../support/port.ts";
import { createDirectory, startCommand } from "../support/process.ts";
import { startProxy } from "../support/proxy.ts";
import { startTelegram, token } from "../support/telegram.ts";

vi.setConfig({ testTimeout: 300_000 });

const people = 3;

it("survives a failover to a synchronous standby without losing or repeating anything", async () => {
	const { primary, standby, url, promote } = await startPair();
	const telegram = await startTelegram();
	const ports = [await freePort(), await freePort()];
	const proxy = await startProxy(ports);
	onTestFinished(() => proxy[Symbol.asyncDispose]());
	const env = {
		DATABASE_URL: url,
		SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
		DATA_DIR: await createDirectory(),
		BOT_TOKEN: token,
		TELEGRAM_API_ROOT: telegram.url,
		TELEGRAM_MODE: "polling",
		PUBLIC_URL: proxy.url,
		SERVICE_PORT: "0",
		LOG_LEVEL: "warn",
	};
	const bots = ports.map((port) => startCommand("start", { ...env, PORT: String(port) }));
	await Promise.all(bots.map((bot) => bot.url()));

	const database = connect(url, { max: 3, name: "test" });
	onTestFinished(() => database[Symbol.asyncDispose]());
	const { sql } = database;
	let going = true;
	const customers = await Promise.all(Array.from({ length: people }, () => openCustomer(telegram.url, database)));
	const shopping = Promise.all(customers.map((customer) => customer.shop(() => going)));
	// The test awaits this promise after the failover. Until then, a rejection must not end the process.
	shopping.catch(() => {});

	// Wait until some orders are done and another one is in progress. Then fail over.
	await untilRow(() => sql`select from service.ledger where kind = 'charge' having count(*) >= ${people}`);
	await untilRow(() => sql`select from bot.requests where wake_at is not null`);
	const confirmed = await sql`select id from service.ledger order by id`;
	expect(await sql`select sync_state from pg_stat_replication`).toEqual([{ sync_state: "sync" }]);
	const gone = once(primary, "exit");
	primary.kill("SIGKILL");
	await gone;
	await promote();

	await using after = connect(standby, { max: 1, name: "test" });
	const charges = (): Promise<number> =>
		after.sql`select from service.ledger where kind = 'charge'`.then((rows) => rows.length);
	const before = await charges();
	expect(await after.sql`select id from service.ledger where id <= ${confirmed.at(-1)?.["id"]} order by id`).toEqual(
		confirmed,
	);
	await vi.waitUntil(async () => (await charges()) > before, { timeout: 30_000, interval: 100 });
	going = false;
	await shopping;
	await untilQuiet(after);

	const bought = customers.flatMap((customer) => customer.bought).toSorted();
	const charged = await after.sql<{ domain: string }[]>`
		select domain from service.ledger join service.orders on orders.id = order_id where ledger.kind = 'charge'`;
	expect(charged.map(({ domain }) => domain).toSorted()).toEqual(bought);
	expect(await after.sql`select distinct state from bot.operations`).toEqual([{ state: "succeeded" }]);
	for (const bot of bots) {
		bot.child.kill("SIGTERM");
		expect([await bot.status(), bot.err()]).toEqual([0, ""]);
	}
});

/** Starts two database servers from Debian's packages. The standby has every commit that the primary confirms. */
async function startPair() {
	const [bin] = globSync("/usr/lib/postgresql/15/bin");
	if (bin === undefined) throw new Error("apt-get install postgresql");
	const directory = await createDirectory();
	const { prefix, ...owner } = await chooseIdentity(directory);
	const run = (program: string, flags: string[]): ChildProcess => {
		const [command = "", ...args] = [...prefix, join(bin, program), ...flags];
		return spawn(command, args, { ...owner, stdio: "ignore" });
	};
	const start = async (data: string, port: number, flags: string[]) => {
		const server = run("postgres", ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory, ...flags]);
		const exited = once(server, "exit");
		onTestFinished(async () => {
			server.kill("SIGQUIT");
			await exited;
		});
		const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
		await vi.waitUntil(() => answers(url), { timeout: 30_000, interval: 200 });
		return { server, url };
	};
	const [one, two] = [join(directory, "one"), join(directory, "two")];
	const ports = [await freePort(), await freePort()] as const;
	await once(run("initdb", ["-D", one, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale"]), "exit");
	const primary = await start(one, ports[0], ["-c", "synchronous_standby_names=*"]);
	const from = ["-h", "127.0.0.1", "-p", String(ports[0]), "-U", "postgres"];
	await once(run("pg_basebackup", [...from, "-D", two, "-R", "-c", "fast"]), "exit");
	const standby = await start(two, ports[1], []);
	return {
		primary: primary.server,
		standby: standby.url,
		url: `postgres://postgres@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/postgres`,
		async promote(): Promise<void> {
			await using database = connect(standby.url, { max: 1 });
			await database.sql`select pg_promote()`;
		},
	};
}

async function answers(url: string): Promise<boolean> {
	await using database = connect(url, { max: 1 });
	return await database.sql`select 1`.then(
		() => true,
		() => false,
	);
}
