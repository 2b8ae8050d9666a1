import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { openChat } from "../support/chat.ts";
import { createTestDatabase } from "../support/database.ts";
import { createPerson } from "../support/person.ts";
import { freePort } from "../support/port.ts";
import { createDirectory, type RunningCommand, startCommand } from "../support/process.ts";
import { startTelegram, token } from "../support/telegram.ts";

const people = 12;
const kills = 3;
/** A start on a busy machine takes most of it. The lease of a screen alone lasts 30 seconds. */
const longestMs = 20_000;

/** The bot as a separate process, with a Telegram and a database that outlive it. */
async function createGround() {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const telegram = await startTelegram();
	const [port, servicePort] = [await freePort(), await freePort()];
	const env = {
		DATABASE_URL: database.tcpUrl,
		SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
		DATA_DIR: await createDirectory(),
		BOT_TOKEN: token,
		TELEGRAM_API_ROOT: telegram.url,
		PORT: String(port),
		SERVICE_PORT: String(servicePort),
		LOG_LEVEL: "warn",
	};
	return {
		telegram,
		database,
		async start() {
			const command = startCommand("start", env);
			await command.url();
			return command;
		},
	};
}

async function kill({ child }: RunningCommand): Promise<void> {
	const ended = once(child, "exit");
	child.kill("SIGKILL");
	await ended;
}

it("sends an answer that changes nothing again if the process is killed before it is stored", {
	timeout: 120_000,
}, async () => {
	const { telegram, database, start } = await createGround();
	const { sql } = database;
	const first = await start();
	const chat = await openChat({ url: telegram.url, person: await createPerson(telegram.url), timeoutMs: 60_000 });
	onTestFinished(() => chat.close());
	const helps = () => chat.messages.filter(({ text }) => text?.includes("What you can do here"));
	const open = () => sql`
		select from bot.updates where done_at is null union all select from bot.screens where rev > shown_rev`;
	await chat.starts();
	await expect.poll(open, { timeout: 30_000 }).toEqual([]);
	await sql.begin(async (tx) => {
		await tx`lock table bot.screens in exclusive mode`;
		await chat.says("/help", { wait: false });
		await vi.waitUntil(() => helps().length === 1, { timeout: 30_000, interval: 10 });
		await kill(first);
		// PostgreSQL notices the end of the process only when its statement has the lock.
		await sql`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and query like '%locked_conversation%' and wait_event_type = 'Lock'`;
	});
	expect(await sql`select from bot.screens where feature = 'help'`).toEqual([]);
	await start();
	await vi.waitUntil(() => helps().length === 2, { timeout: 30_000, interval: 10 });
	await expect.poll(open, { timeout: 30_000 }).toEqual([]);
	const [, second] = helps();
	const stored = await sql`select message_id::int as id from bot.screens where feature = 'help'`;
	expect(stored).toEqual([{ id: second?.message_id }]);
});

it("answers every update once and soon if the process is killed while many people use it", {
	timeout: 300_000,
}, async () => {
	const { telegram, database, start } = await createGround();
	let running = await start();
	const answers: number[] = [];

	let going = true;
	const crowd = Promise.all(
		Array.from({ length: people }, async () => {
			const chat = await openChat({ url: telegram.url, person: await createPerson(telegram.url), timeoutMs: 60_000 });
			onTestFinished(() => chat.close());
			while (going) {
				const asked = performance.now();
				const { length } = chat.messages.filter(({ from }) => from === "bot");
				await chat.says("/help", { wait: false });
				await chat.untilView(({ messages }) => messages.filter(({ from }) => from === "bot").length > length);
				answers.push(performance.now() - asked);
			}
		}),
	);
	for (let number = 0; number < kills; number += 1) {
		const enough = answers.length + people;
		await vi.waitUntil(() => answers.length >= enough, { timeout: 60_000, interval: 10 });
		// Real time: the kill comes at any moment of a statement.
		await sleep(100 * Math.random());
		await kill(running);
		running = await start();
	}
	going = false;
	await crowd;
	expect(Math.max(...answers)).toBeLessThan(longestMs);
	// A kill may repeat an answer, which a person then took for the answer to the next message. So the last update may
	// still be on its way.
	const rows = () => database.sql`
		select (select count(*)::int from bot.updates) as updates,
			(select count(*)::int from bot.updates where done_at is not null) as done,
			(select count(*)::int from bot.screens) as screens,
			(select count(distinct message_id)::int from bot.screens where shown_rev = rev) as shown`;
	const all = answers.length;
	await expect
		.poll(rows, { timeout: 30_000, interval: 50 })
		.toEqual([{ updates: all, done: all, screens: all, shown: all }]);
});
