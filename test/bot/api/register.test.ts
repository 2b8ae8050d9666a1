import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import type { BotDeps } from "../../../src/bot/index.ts";
import { token } from "../../support/telegram.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

const setters = /^setMy/;

async function begin(change: Partial<BotDeps> = {}): Promise<BotUnderTest> {
	const world = await startBot(change);
	onTestFinished(() => world[Symbol.asyncDispose]());
	await world.registered;
	return world;
}

const settersOf = ({ calls }: BotUnderTest) => calls.filter(({ method }) => setters.test(method));

/** Registers the bot's commands and descriptions with Telegram again, as the next start of the bot does. */
async function again(world: BotUnderTest): Promise<void> {
	world.calls.length = 0;
	await world.bot.register(new AbortController().signal);
}

/** Makes the local Telegram forget a text that the bot registered with `method`. */
async function forget(world: BotUnderTest, method: string): Promise<void> {
	const answer = await fetch(`${world.url}/bot${token}/${method}${method === "setMyCommands" ? "?commands=[]" : ""}`);
	expect(answer.status).toBe(200);
}

it("registers every text once, and later only changed texts", async () => {
	const world = await begin();
	await again(world);
	expect(world.calls.filter(({ method }) => method === "getMyCommands")).toHaveLength(3);
	expect(settersOf(world)).toEqual([]);
	await forget(world, "setMyDescription");
	await again(world);
	expect(settersOf(world)).toMatchObject([{ method: "setMyDescription", status: 200 }]);
	await again(world);
	expect(settersOf(world)).toEqual([]);
});

it("waits as long as Telegram asks, and registers the other texts meanwhile", async () => {
	const pauses: number[] = [];
	const world = await begin({
		async sleep(milliseconds, signal) {
			if (milliseconds < 60_000) return await sleep(milliseconds, undefined, signal && { signal });
			pauses.push(milliseconds);
		},
	});
	const anna = await world.chat();
	anna.expectsRefusal("Too Many Requests");
	await again(world);
	for (const method of ["setMyDescription", "setMyShortDescription", "setMyCommands"]) await forget(world, method);
	const flood = { status: 429, description: "Too Many Requests: retry after 77", retryAfter: 77 };
	world.telegram.faults.add({ method: "setMyDescription", times: 1, ...flood });
	await again(world);
	expect(pauses).toEqual([77_000]);
	expect(settersOf(world).map(({ method, status }) => `${method} ${status}`)).toEqual([
		"setMyCommands 200",
		"setMyDescription 429",
		"setMyShortDescription 200",
		// This call is the retry after the 429. Until the retry, the bot does not call this method for other languages
		// either. English needs no call, because the default text is English.
		"setMyDescription 200",
	]);
});

it("calls an unsupported method once, and logs that once", async () => {
	const world = await begin();
	const anna = await world.chat();
	anna.expectsRefusal("Not Found");
	await again(world);
	for (const method of ["getMyDescription", "setMyDescription"]) {
		world.telegram.faults.add({ method, times: 100, status: 404, description: "Not Found" });
	}
	await again(world);
	expect(settersOf(world)).toMatchObject([{ method: "setMyDescription", status: 404 }]);
	const said = world.fixture.log.lines.filter((line) => line.includes("does not support"));
	expect(said).toHaveLength(1);
	await anna.starts();
	await anna.until("Welcome");
});

it("gives up on a refused text with a warning", async () => {
	const world = await begin();
	const anna = await world.chat();
	anna.expectsRefusal("Bad Request");
	await again(world);
	await forget(world, "setMyDescription");
	world.telegram.faults.add({ method: "setMyDescription", times: 100, status: 400, description: "Bad Request: no" });
	await again(world);
	expect(settersOf(world)).toMatchObject([
		{ method: "setMyDescription", status: 400 },
		{ method: "setMyDescription", status: 400 },
	]);
});
