import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { runConformance } from "../../src/conformance/index.ts";
import { createTestDatabase } from "../support/database.ts";
import { startCommand } from "../support/process.ts";
import { fetchAnswer, ledgerOf } from "../support/service.ts";

/** Starts two processes of `npm run service` on one database. `open` creates an account with the `account` command. */
async function start() {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const settings = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString("base64"), SERVICE_PORT: "0" };
	const processes = [startCommand("service", settings), startCommand("service", settings)];
	const urls = await Promise.all(processes.map(async (each) => `${await each.url()}/api/v1`));
	return {
		database,
		urls,
		async open(balance: string): Promise<{ user_id: number; token: string }> {
			const created = startCommand("account", settings, ["create", "--balance", balance, "--whitelist", "127.0.0.1"]);
			expect(await created.status(), created.err()).toBe(0);
			return JSON.parse(created.out());
		},
	};
}

describe("two processes on one database", () => {
	it("follow every rule of the specification", { timeout: 240_000 }, async () => {
		const { database, urls, open } = await start();
		const { token } = await open("200");
		const findings = await runConformance({ urls, token, spendCents: 2_500, sleep: (ms) => database.advance(ms) });
		expect(findings.filter(({ outcome }) => outcome !== "kept")).toEqual([]);
	});

	it("share the limit of ten requests per second and token", { timeout: 120_000 }, async () => {
		const { database, urls, open } = await start();
		const { token } = await open("200");
		await database.sql.unsafe(`
			create table passes (at timestamptz);
			create function note_pass() returns trigger language plpgsql as $$ begin
				if new.passed[1] = new.seen_at then insert into passes values (new.seen_at); end if;
				return null;
			end $$;
			create trigger note_pass after insert or update on service.rates for each row execute function note_pass()`);
		const answers = await Promise.all(
			Array.from({ length: 45 }, (_, index) => fetchAnswer(`${urls[index % 2]}/zones`, token)),
		);
		const passed = answers.filter(({ status }) => status === 200);
		expect(passed.length).toBeGreaterThanOrEqual(10);
		expect(passed.length + answers.filter(({ status }) => status === 429).length).toBe(45);
		const [seen] = await database.sql<{ count: number; crowded: number }[]>`
			select count(*)::int, count(*) filter (where later - at < interval '1 second')::int as crowded
			from (select at, lead(at, 10) over (order by at) as later from passes) as passes`;
		expect(seen).toEqual({ count: passed.length, crowded: 0 });
	});

	it("never overspend, and execute each key once", { timeout: 120_000 }, async () => {
		const { database, urls, open } = await start();
		const { token, user_id } = await open("100");
		const batch = (from: number) =>
			Array.from({ length: 12 }, (_, index) => ({ domain: `crowd-${from + index}.com` })).concat([
				{ domain: "taken-x.com" },
				{ domain: `provider-error-${from}.com` },
			]);
		const send = (index: number, items: unknown[], key: string) =>
			fetchAnswer(`${urls[index % 2]}/domains/register/batch`, token, {
				method: "POST",
				headers: { "content-type": "application/json", "idempotency-key": key },
				body: JSON.stringify({ items }),
			});
		const [one, other] = [randomUUID(), randomUUID()];
		// The two batches share half of their names. Each batch is sent to both processes at the same time, under one
		// idempotency key.
		const answers = await Promise.all([
			send(0, batch(0), one),
			send(1, batch(0), one),
			send(0, batch(6), other),
			send(1, batch(6), other),
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		const { sums, account } = await ledgerOf(database, user_id);
		expect(account).toEqual({ balance: sums?.balance, held: 0 });
		expect(sums).toEqual({ balance: 10_000 - 8 * 1_150, held: 0, charges: 8 });
		expect(await database.sql`select from service.domains where account_id = ${user_id}`).toHaveLength(8);
	});
});
