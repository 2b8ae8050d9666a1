import { describe, expect, it, onTestFinished } from "vitest";
import type { BotDeps } from "../../src/bot/index.ts";
import type { GroupChanged } from "../../src/telegram/protocol.ts";
import { type BotUnderTest, startBot } from "./setup.ts";

async function begin(change: Partial<BotDeps> = {}): Promise<BotUnderTest> {
	const world = await startBot(change);
	onTestFinished(() => world[Symbol.asyncDispose]());
	return world;
}

/** A group of a person and the bot. */
async function groupOf(world: BotUnderTest, person: number): Promise<number> {
	const body = JSON.stringify({ title: "Team", members: [person, 1002] });
	const headers = { "content-type": "application/json" };
	const response = await fetch(`${world.url}/groups`, { method: "POST", headers, body });
	const { chat_id } = (await response.json()) as GroupChanged;
	return chat_id;
}

describe("in a group", () => {
	it("a command is answered with the way to the private chat", async () => {
		const world = await begin();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		await anna.says("/start");
		await anna.until("I only work in a private chat");
		expect(anna.buttons).toEqual([["Open the private chat"]]);
	});

	it("a token is not taken, and its owner is told to revoke it", async () => {
		const world = await begin();
		const account = world.desk.service.openAccount();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		anna.expectsRefusal("message can't be deleted");
		await anna.says(`/connect ${account.token}`);
		await anna.until("Revoke it now");
		expect(world.desk.service.calls).toEqual([]);
	});
});

describe("a bot for few", () => {
	it("turns everybody else away, by word and by tap", async () => {
		const world = await begin({ allowedUsers: new Set([1001]) });
		const boris = await world.chat({ person: 1002 });
		await boris.says("/start");
		await boris.until("Это закрытый бот");
		const anna = await world.chat({ person: 1001 });
		await anna.says("/start");
		await anna.until("Welcome");
	});
});
