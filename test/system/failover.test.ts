import { once } from "node:events";
import { connect } from "@domains/kit/postgres/connect.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { openCustomer, untilQuiet } from "../support/customers.ts";
import { startDebianPair } from "../support/debian-pair.ts";
import { untilRow } from "../support/killable-world.ts";
import { freePort } from "../support/port.ts";
import { createDirectory, startCommand } from "../support/process.ts";
import { startProxy } from "../support/proxy.ts";
import { startTelegram, token } from "../support/telegram.ts";

vi.setConfig({ testTimeout: 300_000 });

const people = 3;

it("survives a failover to a synchronous standby without losing or repeating anything", async () => {
	const { primary, standby, url, promote } = await startDebianPair({ isSynchronous: true });
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

	// Wait until some orders are done and another one is in progress. Then kill the primary, so that the standby takes
	// over.
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
	await vi.waitUntil(async () => (await charges()) > before, { timeout: 10_000, interval: 100 });
	going = false;
	await shopping;
	await untilQuiet(after);

	const bought = customers.flatMap((customer) => customer.bought).toSorted();
	const charged = await after.sql<{ domain: string }[]>`
		select domain from service.ledger join service.orders on orders.id = order_id where ledger.kind = 'charge'`;
	expect(charged.map(({ domain }) => domain).toSorted()).toEqual(bought);
	// If the database is lost while an update is handled, the next attempt may create the same quote a second time. The
	// second quote then replaces the first one, which becomes `superseded` without a confirmation (docs/reliability.md).
	// The database is lost once, while each person has at most one update in progress.
	const isTwin = after.sql`state = 'superseded' and confirmed_at is null`;
	expect(await after.sql`select from bot.operations where ${isTwin} group by person_id having count(*) > 1`).toEqual(
		[],
	);
	expect(await after.sql`select distinct state from bot.operations where not (${isTwin})`).toEqual([
		{ state: "succeeded" },
	]);
	for (const bot of bots) {
		bot.child.kill("SIGTERM");
		expect([await bot.status(), bot.err()]).toEqual([0, ""]);
	}
});
