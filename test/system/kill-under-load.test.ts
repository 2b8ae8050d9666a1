import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { openChat } from "../support/chat.ts";
import { createTestDatabase } from "../support/database.ts";
import { createPerson } from "../support/person.ts";
import { freePort } from "../support/port.ts";
import { createDirectory, startCommand } from "../support/process.ts";
import { startTelegram, token } from "../support/telegram.ts";

const people = 12;
const kills = 3;
/** A start on a busy machine takes most of it. The lease of a screen alone lasts 30 seconds. */
const longestMs = 20_000;

it("answers every update once and soon if the process is killed while many people use it", {
	timeout: 300_000,
}, async () => {
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
	const start = async () => {
		const command = startCommand("start", env);
		await command.url();
		return command;
	};
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
		const ended = once(running.child, "exit");
		running.child.kill("SIGKILL");
		await ended;
		running = await start();
	}
	going = false;
	await crowd;
	expect(Math.max(...answers)).toBeLessThan(longestMs);
	const open = () => database.sql`
		select (select count(*)::int from bot.updates where done_at is null) as updates,
			(select count(*)::int from bot.screens where shown_rev < rev) as screens`;
	await expect.poll(open, { timeout: 30_000, interval: 50 }).toEqual([{ updates: 0, screens: 0 }]);
	const [kept] = await database.sql`select count(*)::int as updates, count(distinct id)::int as ids from bot.updates`;
	expect(kept).toEqual({ updates: answers.length, ids: answers.length });
});
