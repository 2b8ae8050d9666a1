import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { createVault } from "@domains/kit/vault.ts";
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from "undici";
import { expect, it, onTestFinished, vi } from "vitest";
import { skewFinding } from "../../src/world/doctor/finding.ts";
import { examine } from "../../src/world/doctor/index.ts";
import { openChat } from "../support/chat.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createTestLog } from "../support/log.ts";
import { longWait } from "../support/long-wait.ts";
import { freePort } from "../support/port.ts";
import { createDirectory, startCommand } from "../support/process.ts";
import { createSmallService } from "../support/small-service.ts";
import { startPair } from "../support/standby.ts";
import { startTelegram, token } from "../support/telegram.ts";

vi.setConfig({ testTimeout: 90_000 });

const key = Buffer.from("a key that has thirty-two bytes.").toString("base64");

async function createEnv(): Promise<Record<string, string>> {
	return { DATA_DIR: await createDirectory(), PORT: String(await freePort()), SERVICE_PORT: "0" };
}

async function database(): Promise<TestDatabase> {
	const made = await createTestDatabase();
	onTestFinished(() => made[Symbol.asyncDispose]());
	return made;
}

/**
 * Runs the `doctor` command, which checks the configuration. Uses settings that work, some of them replaced by `env`.
 * Returns the findings, one line each.
 */
async function look(env: Record<string, string> = {}): Promise<string[]> {
	const findings = await examine(createTestLog(), { ...(await createEnv()), ...env });
	return findings.map(({ part, state, says }) => `${state} ${part}: ${says}`);
}

const notOk = (lines: string[]): string[] => lines.filter((line) => !line.startsWith("ok"));

it("finds nothing to fix without configuration, and creates nothing", async () => {
	const env = await createEnv();
	const command = startCommand("doctor", { ...env, DATA_DIR: join(env["DATA_DIR"] ?? "", "later") });
	expect(await command.status(), command.out()).toBe(0);
	expect(command.out()).toContain("none yet: the first start creates it");
	expect(command.out()).toContain("All checks passed.");
	expect(command.err()).toBe("");
});

it("examines a running world without disturbing it", async () => {
	const env = { ...(await createEnv()), NO_BROWSER: "1" };
	const world = startCommand("start", env);
	const url = await world.url();
	const command = startCommand("doctor", env);
	expect(await command.status(), command.out()).toBe(0);
	expect(command.out()).toMatch(/^ok +database +PostgreSQL 18.*embedded$/m);
	expect(command.out()).toMatch(/^ok +migrations +all are applied$/m);
	expect(command.out()).toMatch(/^ok +clock of the database +agrees/m);
	expect(command.out()).toContain(`a bot runs at ${url} and is ready`);
	expect((await fetch(`${url}/ready`)).status).toBe(200);
});

it("lists each setting that cannot be read, and exits with status 1", async () => {
	const command = startCommand("doctor", {
		PORT: "eighty",
		SECRET_KEY: "short",
		DATABASE_URL: "mysql://me:hunter22@x/y",
		PUBLIC_URL: "https://me:hunter22@bot.example",
	});
	expect(await command.status()).toBe(1);
	for (const name of ["PORT", "SECRET_KEY", "DATABASE_URL", "PUBLIC_URL"]) {
		expect(command.out()).toMatch(new RegExp(`^fix +settings +${name} must (?:be|have)`, "m"));
	}
	expect(command.out()).not.toContain("hunter22");
});

it("says what to do about each wrong setting", async () => {
	const closed = await freePort();
	const { tcpUrl } = await database();
	const other = createServer((_request, response) => void response.end("<h1>shop</h1>")).listen(0, "127.0.0.1");
	onTestFinished(() => void other.close());
	await once(other, "listening");
	const address = other.address();
	const busy = typeof address === "object" && address ? address.port : 0;
	const telegram = await startTelegram();
	const at = (port: number): string => `http://127.0.0.1:${port}`;
	const cases: [Record<string, string>, string[]][] = [
		[{ DATA_DIR: "/etc/hostname/data" }, ["fix disk: /etc/hostname/data is not writable"]],
		[
			{ DATABASE_URL: `postgres://u:hunter22@127.0.0.1:${closed}/d`, SECRET_KEY: key },
			[`fix database: 127.0.0.1:${closed}/d cannot be used (`],
		],
		[{ DATABASE_URL: tcpUrl.replace(/:[^:@/]+@/, ":hunter22@"), SECRET_KEY: key }, ["fix database: 127.0.0.1"]],
		[{ SECRET_KEY: Buffer.alloc(32, 1).toString("base64") }, ["fix secret key: SECRET_KEY is not random"]],
		[
			{ BOT_TOKEN: "1000:wrong-token", TELEGRAM_API_ROOT: telegram.url },
			["fix telegram: Telegram does not accept BOT_TOKEN"],
		],
		[{ BOT_TOKEN: token, TELEGRAM_API_ROOT: at(closed) }, [`fix telegram: 127.0.0.1:${closed} cannot be reached (`]],
		[{ BOT_TOKEN: token, TELEGRAM_API_ROOT: at(busy) }, [`fix telegram: 127.0.0.1:${busy} cannot be reached (`]],
		[
			{ SERVICE_URL: `${at(closed)}/v1` },
			[
				`fix service: 127.0.0.1:${closed} cannot be reached (`,
				"fix egress address: people cannot see which address to whitelist",
			],
		],
		[
			{ SERVICE_URL: `${at(busy)}/v1`, EGRESS_IPS: "127.0.0.1" },
			[`fix service: ${at(busy)}/v1/account answers 200, so it is not the API of a service`],
		],
		[
			{ SERVICE_URL: `${at(busy)}/api/v1/reference`, EGRESS_IPS: "127.0.0.1" },
			[`fix service: ${at(busy)}/api/v1/reference is not the base address of a service: SERVICE_URL must end with`],
		],
		[
			{ BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.url, ADMIN_CHAT_ID: "4242" },
			["fix operator's chat: the bot cannot write to 4242 (Bad Request: chat not found): set ADMIN_CHAT_ID to the id"],
		],
		[{ PUBLIC_URL: at(closed), TELEGRAM_MODE: "polling" }, [`note public address: ${at(closed)} cannot be reached`]],
		[{ PORT: String(busy) }, [`fix listener: another program answers at ${at(busy)}`]],
		[{ SERVICE_PORT: String(busy) }, [`fix service listener: another program uses 127.0.0.1:${busy}`]],
	];
	for (const [env, expected] of cases) {
		const lines = await look(env);
		expect(notOk(lines)).toEqual(expected.map((line) => expect.stringContaining(line)));
		expect(lines.join("\n")).not.toMatch(/hunter22|wrong-token|test-token/);
	}
});

it.each([
	[0, "ok", "agrees with this machine"],
	[-4_000, "note", "4.0 s behind this machine"],
	[31_000, "fix", "31.0 s ahead of this machine: synchronize both clocks by NTP"],
])("reports a clock that is %i ms ahead as %s", (ms, state, says) => {
	expect(skewFinding("clock", ms)).toEqual({ part: "clock", state, says: expect.stringContaining(says) });
});

it("reports a base address without its version segment, and an egress address that calls do not have", async () => {
	const env = { ...(await createEnv()), SERVICE_PORT: String(await freePort()), NO_BROWSER: "1" };
	const world = startCommand("start", env);
	await world.url();
	const at = `http://127.0.0.1:${env.SERVICE_PORT}`;
	expect(notOk(await look({ SERVICE_URL: at, EGRESS_IPS: "127.0.0.1" }))).toEqual([
		expect.stringContaining(`fix service: ${at} is not the base address of a service`),
	]);
	expect(notOk(await look({ SERVICE_URL: `${at}/api/v1`, EGRESS_IPS: "203.0.113.9" }))).toEqual([
		expect.stringContaining("note egress address: 203.0.113.9, but calls leave from 127.0.0.1"),
	]);
	const running = await examine(createTestLog(), env);
	expect(running.find(({ part }) => part === "service listener")).toMatchObject({ state: "ok" });
});

it("checks the direct database address behind a pool", async () => {
	const [pooled, another] = [await database(), await database()];
	const closed = await freePort();
	const env = { DATABASE_URL: pooled.url, SECRET_KEY: key };
	const direct = (url: string): Promise<string[]> => look({ ...env, DATABASE_DIRECT_URL: url });
	expect(notOk(await direct(pooled.url))).toEqual([
		expect.stringContaining("note limits of the pool: it sets no timeouts for its sessions"),
	]);
	const name = new URL(pooled.url).pathname.slice(1);
	for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"]) {
		await pooled.sql.unsafe(`alter database ${name} set ${limit} = '60s'`);
	}
	expect(notOk(await direct(pooled.url))).toEqual([]);
	expect(notOk(await direct(another.url))).toEqual([expect.stringContaining("is not the database behind")]);
	expect(notOk(await direct(`postgres://bot:hunter22@127.0.0.1:${closed}/bot`))).toEqual([
		expect.stringContaining(`fix direct database: 127.0.0.1:${closed}/bot cannot be used (`),
	]);
});

it("checks the standby of DATABASE_READ_URL", async () => {
	const pair = await startPair();
	const another = await database();
	const closed = await freePort();
	const env = { DATABASE_URL: pair.database.url, SECRET_KEY: key };
	const read = (url: string): Promise<string[]> => look({ ...env, DATABASE_READ_URL: url });
	expect(await read(pair.standby.url)).toContainEqual(expect.stringMatching(/^ok standby: .* keeps up/));
	expect(notOk(await read(pair.database.url))).toEqual([expect.stringMatching(/^fix standby: .* is not a standby:/)]);
	const foreign = await look({ DATABASE_URL: another.url, SECRET_KEY: key, DATABASE_READ_URL: pair.standby.url });
	expect(notOk(foreign)).toEqual([expect.stringMatching(/^fix standby: .* is a standby of another database:/)]);
	const unreachable = await read(`postgres://bot:hunter22@127.0.0.1:${closed}/bot`);
	expect(notOk(unreachable)).toEqual([
		expect.stringContaining(`fix standby: 127.0.0.1:${closed}/bot cannot be used (`),
	]);
	expect(unreachable.join()).not.toContain("hunter22");
	await pair.standby.sql`select pg_wal_replay_pause()`;
	await pair.database.sql`create table later ()`;
	expect(notOk(await read(pair.standby.url))).toEqual([expect.stringMatching(/^note standby: .* bytes behind/)]);
});

it("accepts an outside service that answers, and the configured egress addresses", async () => {
	const service = await createSmallService();
	onTestFinished(() => service[Symbol.asyncDispose]());
	const lines = await look({ SERVICE_URL: service.url, EGRESS_IPS: "203.0.113.9,127.0.0.1" });
	expect(notOk(lines)).toEqual([]);
	expect(lines).toContainEqual(`ok service: ${service.url} answers`);
});

it("calls Telegram and the service as the bot does, past the proxy of the process", async () => {
	const [service, telegram, usual] = [await createSmallService(), await startTelegram(), getGlobalDispatcher()];
	onTestFinished(() => service[Symbol.asyncDispose]());
	using chat = await openChat({ url: telegram.url, timeoutMs: 30_000 });
	await chat.starts(undefined, { wait: false });
	// Under `NODE_USE_ENV_PROXY`, the global dispatcher leads to a proxy. This one refuses every request.
	const proxy = new MockAgent();
	proxy.disableNetConnect();
	setGlobalDispatcher(proxy);
	onTestFinished(() => setGlobalDispatcher(usual));
	const outside = { BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.url, ADMIN_CHAT_ID: "1001" };
	const lines = await look({ ...outside, SERVICE_URL: service.url, EGRESS_IPS: "127.0.0.1" });
	expect(notOk(lines)).toEqual([]);
	expect(lines).toContainEqual(`ok operator's chat: the bot can write to 1001`);
});

it("reports a webhook that leads elsewhere, and failed deliveries", async () => {
	const telegram = await startTelegram();
	const closed = await freePort();
	await telegram.api("setWebhook", { url: `http://127.0.0.1:${closed}/a-secret-path` });
	using chat = await openChat({ url: telegram.url, timeoutMs: 30_000 });
	await chat.starts(undefined, { wait: false });
	const failed = async () =>
		(await telegram.api<{ last_error_date?: number }>("getWebhookInfo")).result.last_error_date;
	await vi.waitUntil(async () => (await failed()) !== undefined, longWait);
	const lines = await look({ BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.url });
	expect(notOk(lines)).toEqual([
		`note updates: Telegram delivers them to http://127.0.0.1:${closed}: the next start with polling removes that webhook`,
		expect.stringMatching(/^note deliveries: Telegram could not deliver 0 min ago .*, and no bot runs here/),
	]);
	const env = { ...(await createEnv()), NO_BROWSER: "1" };
	const world = startCommand("start", env);
	await world.url();
	const running = { ...env, PUBLIC_URL: `http://127.0.0.1:${closed}`, TELEGRAM_MODE: "polling" };
	expect(notOk(await look({ ...running, BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.url }))).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^fix deliveries: .*: check the proxy/),
			expect.stringMatching(/^fix public address: .*: check the DNS name/),
		]),
	);
	expect(lines.join("\n")).not.toContain("a-secret-path");
	expect(lines).toContainEqual(expect.stringMatching(/^ok group privacy: on/));
	expect(lines).toContainEqual("ok clock of Telegram: agrees with this machine");
});

it("reports a database that is too new, too old, of another bot, or sealed with a lost key", async () => {
	const { url, sql } = await database();
	const telegram = await startTelegram();
	const env = { DATABASE_URL: url, SECRET_KEY: key, BOT_TOKEN: token, TELEGRAM_API_ROOT: telegram.url };
	expect(notOk(await look(env))).toEqual([]);

	await sql`insert into bot.identity (bot_id, username) values (77, 'another_bot')`;
	expect(notOk(await look(env))).toEqual([expect.stringContaining("the database serves @another_bot")]);
	const { BOT_TOKEN: _, ...local } = env;
	expect(notOk(await look(local))).toEqual([expect.stringContaining("set BOT_TOKEN to its token")]);
	await sql`delete from bot.identity`;

	const place = { table: "", row: 0, owner: 0, purpose: "" };
	const lost = createVault(Buffer.alloc(32, 9)).seal("x", place);
	await sql`insert into bot.people (id, locale) values (1, 'en')`;
	await sql`insert into bot.connections (person_id, service_url, token, token_print, token_last4, state)
		values (1, 'x', ${lost}, '', '', 'live')`;
	expect(notOk(await look(env))).toEqual([
		"fix secret key: the secrets of this database were encrypted with another key: set SECRET_KEY to that key",
		expect.stringContaining("1 of 1 are encrypted with a key that is not set"),
	]);
	const old = { ...env, SECRET_KEYS_OLD: Buffer.alloc(32, 9).toString("base64") };
	expect(notOk(await look(old))).toEqual([
		expect.stringContaining("note stored secrets: 1 are encrypted with an old key"),
	]);
	const known = createVault(Buffer.alloc(32, 9)).seal("y", place);
	const none = createVault(Buffer.alloc(32, 8)).seal("y", place);
	await sql`update bot.connections set webhook_secret = ${known}, webhook_secret_old = ${none}`;
	expect(notOk(await look(old))).toEqual([
		expect.stringContaining("fix stored secrets: 1 of 3 are encrypted with a key that is not set"),
		expect.stringContaining("note stored secrets: 2 are encrypted with an old key"),
	]);
	await sql`delete from bot.connections`;

	await sql`update bot_migrations.__drizzle_migrations set created_at = created_at + 1`;
	expect(notOk(await look(env))).toEqual([expect.stringContaining("a newer version of the bot")]);
	await sql`delete from bot_migrations.__drizzle_migrations`;
	expect(notOk(await look(env))).toEqual(["note migrations: some are not applied: the next start applies them"]);
});
