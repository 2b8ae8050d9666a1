import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { copyDirectory } from "../support/copy-directory.ts";
import { createTestDatabase } from "../support/database.ts";
import { createDirectory, startCommand } from "../support/process.ts";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 300_000 });

async function run(name: string, dataDir: string, ...args: string[]) {
	const command = startCommand(name, { DATA_DIR: dataDir }, args);
	expect(await command.status(), command.err()).toBe(0);
	return JSON.parse(command.out());
}

it("restores people, money and secrets from a copy of the data directory", async () => {
	const [first, second] = [await createWarmData(), join(await createDirectory(), "restored")];
	const { user_id: user } = await run("account", first, "create", "--balance", "99.50");
	const { secret } = await run(
		"account",
		first,
		"webhook",
		String(user),
		"https://example.com/events",
		"--key",
		"once",
	);
	await run("operator", first, "ban", "1001");
	await copyDirectory(first, second);
	await rm(first, { recursive: true });

	const resumed = { watches: 0, account_checks: 0, auto_renewals: 0, lists: 0, notifications: 0 };
	expect(await run("operator", second, "unban", "1001")).toEqual({ user: 1001, banned: false, resumed });
	expect(await run("account", second, "show", String(user))).toMatchObject({ balance_usd: 99.5 });
	// The service returns its stored answer when a call is repeated with the same idempotency key. The answer is stored
	// encrypted, so the copied directory must contain the service's encryption key.
	const again = await run("account", second, "webhook", String(user), "https://example.com/events", "--key", "once");
	expect(again.secret).toBe(secret);
	const doctor = startCommand("doctor", { DATA_DIR: second, PORT: "0" });
	await doctor.status();
	expect(doctor.out()).toMatch(/^ok +stored secrets +3, all encrypted with the current key$/m);
});

it("imports into an external PostgreSQL once, and only with the original key", async () => {
	const DATA_DIR = await createWarmData();
	const { user_id: user } = await run("account", DATA_DIR, "create", "--balance", "99.50");
	await run("operator", DATA_DIR, "ban", "1001");
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const SECRET_KEY = (await readFile(join(DATA_DIR, "secret.key"), "utf8")).trim();
	const there = { DATA_DIR, DATABASE_URL: database.tcpUrl, SECRET_KEY };
	const move = async (env: Record<string, string>) => {
		const command = startCommand("operator", env, ["move-in"]);
		const status = await command.status();
		return { status, ...JSON.parse(status === 0 ? command.out() : command.err()) };
	};
	const empty = join(DATA_DIR, "elsewhere");
	expect(await move({ ...there, DATA_DIR: empty })).toMatchObject({ status: 1, error: { code: "config_invalid" } });
	expect(existsSync(empty)).toBe(false);
	const other = await move({ ...there, SECRET_KEY: Buffer.alloc(32, 3).toString("base64") });
	expect(other).toMatchObject({ status: 1, error: { code: "config_invalid" } });
	expect(await move(there)).toMatchObject({ status: 0, "bot.people": 1, "service.accounts": 1, "bot.operations": 0 });
	const [account] = await database.sql`select id, balance_cents from service.accounts`;
	expect(account).toEqual({ id: user, balance_cents: 9_950 });
	const [next] = await database.sql<{ id: number }[]>`insert into service.accounts default values returning id`;
	expect(next?.id).toBe(user + 1);
	expect(await move(there)).toMatchObject({ status: 1, error: { code: "invalid_input" } });
});
