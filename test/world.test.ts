import { randomBytes } from "node:crypto";
import { chooseAddress } from "@domains/kit/http/listen.ts";
import fastify from "fastify";
import type { CallsView, PeopleView } from "local-telegram/protocol.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { openChat } from "./support/chat.ts";
import { createTestDatabase } from "./support/database.ts";
import { longWait } from "./support/long-wait.ts";
import { startTelegram, token } from "./support/telegram.ts";
import { openWorld } from "./support/world.ts";

vi.setConfig({ testTimeout: 90_000 });

it("is alive, ready and has metrics, with the chat page at its root", async () => {
	const { url } = await openWorld();
	expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: "ok" });
	expect(await (await fetch(`${url}/ready`)).json()).toEqual({ ready: true, reasons: {} });
	const { bot } = (await (await fetch(`${url}/people`)).json()) as PeopleView;
	expect(bot).toMatchObject({ first_name: "Domain Trading Bot", username: "domain_trading_bot" });
	const picture = await fetch(`${url}${bot.picture}`);
	expect(picture.headers.get("content-type")).toBe("image/svg+xml");
	const page = await fetch(url, { headers: { accept: "text/html" } });
	expect(page.headers.get("content-type")).toContain("text/html");
	expect(await page.text()).toContain("<script");
	const metrics = await (await fetch(`${url}/metrics`)).text();
	expect(metrics).toContain('telegram_call_seconds_count{method="getMe",status="200"} 1');
	expect(metrics).toContain('jobs_waiting{queue="bot.outbox"} 0');
});

it("accepts events only with a signature and does not reveal which receivers exist", async () => {
	const { url } = await openWorld();
	const response = await fetch(`${url}/events/nobody`, { method: "POST", body: "{}" });
	expect(response.status).toBe(401);
});

it("receives updates by webhook if configured", async () => {
	const world = await openWorld({ TELEGRAM_MODE: "webhook", PUBLIC_URL: "http://127.0.0.1:9" });
	const chat = await world.chat();
	await chat.starts();
	await chat.until("Welcome");
	const forged = await fetch(`${world.url}/telegram/guess`, { method: "POST", body: "{}" });
	expect(forged.status).toBe(404);
	const metrics = async () => (await fetch(`${world.url}/metrics`)).text();
	const settled = 'http_request_seconds_count{method="POST",route="/telegram/:path",status="200"} 1';
	await vi.waitFor(async () => expect(await metrics()).toContain(settled), longWait);
	expect(await metrics()).not.toContain('method="getUpdates"');
	const { calls } = (await (await fetch(`${world.url}/calls?after=0`)).json()) as CallsView;
	expect(calls.find(({ method }) => method === "setWebhook")?.params).toMatchObject({ max_connections: 100 });
});

it("shows the service's calls on the chat page next to Telegram's, with secrets masked", async () => {
	const world = await openWorld();
	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("Connected with the token");
	await chat.says("shown-call.com");
	await chat.until("is available");
	const text = await (await fetch(`${world.url}/calls?after=0`)).text();
	const { calls } = JSON.parse(text) as CallsView;
	const served = calls.filter(({ service }) => service !== undefined);
	const found = served.find(({ method }) => method.includes("shown-call.com"));
	expect(found, served.map(({ method }) => method).join()).toMatchObject({ status: 200, ok: true, params: {} });
	expect(JSON.stringify(found?.answer)).toContain("shown-call.com");
	expect(calls.some(({ method, service }) => method === "sendMessage" && service === undefined)).toBe(true);
	expect(text).not.toMatch(/dts_|whsec_|Bearer/);
});

it("does not start with a token that Telegram refuses", async () => {
	const telegram = await startTelegram();
	const opening = openWorld({ BOT_TOKEN: "1000:another", TELEGRAM_API_ROOT: telegram.url });
	await expect(opening).rejects.toMatchObject({
		code: "telegram_token_refused",
		message: "Telegram does not accept BOT_TOKEN: copy it again from @BotFather",
	});
});

it("starts without Telegram, reports that, and works once Telegram is reachable", async () => {
	const { port } = await chooseAddress({ host: "127.0.0.1", port: 0 });
	const { url } = await openWorld({ BOT_TOKEN: token, TELEGRAM_API_ROOT: `http://127.0.0.1:${port}` });
	const ready = async () => (await fetch(`${url}/ready`)).json();
	expect(await ready()).toEqual({ ready: false, reasons: { telegram: "Telegram cannot be reached." } });
	await startTelegram({}, port);
	await vi.waitFor(async () => expect(await ready()).toEqual({ ready: true, reasons: {} }), { timeout: 60_000 });
	expect((await fetch(url)).status).toBe(404);
});

it.each([
	["404, as an emulator that lacks them", 404, "Not Found"],
	["429 for ten minutes", 429, "Too Many Requests: retry after 600"],
])("works and is ready although texts and commands are refused with %s", async (_how, status, description) => {
	const { url: root, telegram } = await startTelegram();
	const refused = { times: 10_000, status, description, ...(status === 429 && { retryAfter: 600 }) };
	for (const what of ["Commands", "Description", "ShortDescription"]) {
		for (const method of [`setMy${what}`, `getMy${what}`]) telegram.faults.add({ method, ...refused });
	}
	// A Bot API server that lacks the methods above may lack these two as well.
	for (const method of ["getWebhookInfo", "deleteWebhook"]) telegram.faults.add({ method, ...refused, status: 404 });
	const world = await openWorld({ BOT_TOKEN: token, TELEGRAM_API_ROOT: root });
	using chat = await openChat({ url: root, timeoutMs: 15_000 });
	await chat.starts();
	await chat.until("Welcome");
	expect(await (await fetch(`${world.url}/ready`)).json()).toEqual({ ready: true, reasons: {} });
	const { calls } = (await (await fetch(`${root}/calls?after=0`)).json()) as CallsView;
	expect(calls.filter(({ method }) => method === "getMe")).toHaveLength(1);
	expect(calls.filter(({ method }) => method === "setMyDescription").length).toBeLessThan(4);
});

it("shares a bot between processes: one polls, and another takes over when it shuts down", async () => {
	const telegram = await startTelegram();
	const env = {
		BOT_TOKEN: token,
		TELEGRAM_API_ROOT: telegram.url,
		SECRET_KEY: randomBytes(32).toString("base64"),
	};
	const first = await openWorld(env);
	const second = await openWorld({ ...env, DATABASE_URL: first.database.url });
	using chat = await openChat({ url: telegram.url, timeoutMs: 30_000 });
	await chat.starts();
	await chat.until("Welcome");
	await first.close();
	await chat.says("/help");
	await chat.until("What you can do here");
	expect(await (await fetch(`${second.url}/ready`)).json()).toEqual({ ready: true, reasons: {} });
	await chat.expectNoRefusals();
	await second.close();
});

it("deletes old data once a day, no matter how often it is started", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const { sql } = database;
	const env = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString("base64") };
	const insertOldRows = () => sql`
		with turn as (insert into rate_limits (key, next_at, blocked_until) values ('old', now() - interval '9 d', now() - interval '8 d'))
		insert into bot.updates (id, created_at) values (1, now() - interval '9 d')`;
	const old = () => sql`select id::text from bot.updates union all select key from rate_limits where key = 'old'`;

	await insertOldRows();
	const first = await openWorld(env);
	await vi.waitUntil(async () => (await old()).length === 0, longWait);
	await first.close();

	await insertOldRows();
	const second = await openWorld(env);
	await second.close();
	expect(await old()).toHaveLength(2);

	await database.advance(86_400_000);
	await openWorld(env);
	await vi.waitUntil(async () => (await old()).length === 0, longWait);
});

it.each([
	["polling", {}],
	["webhook", { TELEGRAM_MODE: "webhook", PUBLIC_URL: "http://127.0.0.1:9" }],
])("reports why it cannot serve while that lasts, in %s mode", async (mode, env) => {
	const { telegram, url: root } = await startTelegram();
	const service = fastify();
	service.get("/api/v1/account", (_request, reply) => reply.code(401).send({}));
	const serviceUrl = await service.listen({ host: "127.0.0.1", port: 0 });
	const world = await openWorld({
		BOT_TOKEN: token,
		TELEGRAM_API_ROOT: root,
		SERVICE_URL: `${serviceUrl}/api/v1`,
		...env,
	});
	const reasons = async () => {
		const body = (await (await fetch(`${world.url}/ready`)).json()) as { reasons: Record<string, string> };
		return body.reasons;
	};
	const until = (expected: object) =>
		vi.waitFor(async () => expect(await reasons()).toEqual(expected), { timeout: 45_000, interval: 200 });
	await until({});
	using chat = await openChat({ url: root, timeoutMs: 15_000 });
	if (mode === "polling") await chat.starts();

	telegram.faults.add({ method: "*", times: 10_000, status: 401, description: "Unauthorized" });
	// Blocking the bot causes an update, which ends the pending `getUpdates`. The next poll then gets the error. The bot
	// does not answer this update.
	if (mode === "polling") await chat.blocks();
	await until({ telegram: "Telegram does not accept the bot's token." });
	telegram.faults.clear();
	telegram.faults.add({ method: "*", times: 10_000, status: 502, description: "Bad Gateway" });
	await until({ telegram: "Telegram answers 502: Bad Gateway" });
	telegram.faults.clear();
	await until({});

	await service.close();
	await until({ service: "The service cannot be reached." });

	const { sql } = world.database;
	await sql`alter table bot_migrations.__drizzle_migrations rename to gone`;
	expect(await reasons()).toMatchObject({ migrations: expect.stringContaining("The database lacks bot/") });
	await sql`alter table bot_migrations.gone rename to __drizzle_migrations`;
	await until({ service: "The service cannot be reached." });
});

it("serves one bot and refuses to start with another", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const shared = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString("base64") };
	const [one, two] = [await startTelegram({ token: "5001:one" }), await startTelegram({ token: "5002:two" })];
	const withBot = (BOT_TOKEN: string, { url }: { url: string }) => ({ ...shared, BOT_TOKEN, TELEGRAM_API_ROOT: url });
	const served = () => database.sql`select bot_id::int as id from bot.identity`;

	// If Telegram refuses the token, the bot is not stored as the bot of this database.
	await expect(openWorld(withBot("5003:three", one))).rejects.toMatchObject({ code: "telegram_token_refused" });
	expect(await served()).toEqual([]);

	const first = await openWorld(withBot("5001:one", one));
	expect(await served()).toEqual([{ id: 5001 }]);
	await expect(openWorld(withBot("5002:two", two))).rejects.toMatchObject({
		code: "another_bot",
		message: expect.stringMatching(
			/^This database serves @\w+ \(\d+\): set BOT_TOKEN to its token, or set another DATABASE_URL/,
		),
	});
	await first.close();
	expect(await served()).toEqual([{ id: 5001 }]);
	// The second bot only identified itself: it sent no message and fetched no updates.
	const { calls } = (await (await fetch(`${two.url}/calls?after=0`)).json()) as CallsView;
	expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(["getMe"]));
});

it("replaces the local bot with a real one and deletes all Telegram data", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const { sql } = database;
	const shared = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString("base64") };
	const local = await openWorld(shared);
	using chat = await openChat({ url: local.url, timeoutMs: 15_000 });
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await local.close();
	await sql`
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		select id, id, 'event', 1, 'event' from bot.people`;

	const { url } = await startTelegram();
	const real = await openWorld({ ...shared, BOT_TOKEN: token, TELEGRAM_API_ROOT: url });
	expect(await sql`select bot_id::int as id from bot.identity`).toEqual([{ id: 1000 }]);
	for (const table of ["updates", "conversations", "screens", "outbox"]) {
		expect(await sql`select from bot.${sql(table)}`, table).toHaveLength(0);
	}
	expect(await sql`select from bot.connections`).toHaveLength(1);
	// The person in this chat has the same Telegram id as the person above, who opened the sandbox. So the bot still
	// shows that sandbox.
	using other = await openChat({ url, timeoutMs: 15_000 });
	await other.starts();
	await other.until("Sandbox account");
	await other.expectNoRefusals();
	await real.close();
	await expect(openWorld(shared)).rejects.toMatchObject({ code: "another_bot" });
});
