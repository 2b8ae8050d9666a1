import type { GroupChanged } from "local-telegram/protocol.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import type { BotDeps } from "../../../src/bot/index.ts";
import type { Chat } from "../../support/chat.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

async function begin(change: Partial<BotDeps> = {}): Promise<BotUnderTest> {
	const world = await startBot(change);
	onTestFinished(() => world[Symbol.asyncDispose]());
	return world;
}

/** Creates a group chat of this person and the bot. Returns the chat's id. */
async function groupOf(world: BotUnderTest, person: number, kind: { forum?: true } = {}): Promise<number> {
	const { chat_id } = await changeGroup(world, "", { title: "Team", members: [person, 1002], ...kind });
	return chat_id;
}

async function changeGroup(world: BotUnderTest, path: string, change: object): Promise<GroupChanged> {
	const headers = { "content-type": "application/json" };
	const body = JSON.stringify(change);
	const response = await fetch(`${world.url}/groups${path}`, { method: "POST", headers, body });
	// The local Telegram is ours, and this is what it answers.
	return (await response.json()) as GroupChanged;
}

async function groupHas(world: BotUnderTest, group: number, bot: { person: number; status: string }): Promise<void> {
	const headers = { "content-type": "application/json" };
	await fetch(`${world.url}/groups/${group}/bot`, { method: "POST", headers, body: JSON.stringify(bot) });
}

describe("in a group", () => {
	it("a command gets a link to the private chat", async () => {
		const world = await begin();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		await anna.says("/start");
		await anna.until("This bot works only in private chats");
		expect(anna.buttons).toEqual([["Open private chat"]]);
	});

	it("a command in a topic is answered in that topic", async () => {
		const world = await begin();
		const group = await groupOf(world, 1001, { forum: true });
		const { thread_id: thread = 0 } = await changeGroup(world, `/${group}/topics`, { person: 1001, name: "Domains" });
		const anna = await world.chat({ person: 1001, chat: group });
		await anna.says("/start", { thread });
		expect((await anna.until("This bot works only in private chats")).thread_id).toBe(thread);
	});

	it("a command with a name gets a link that looks this name up in the private chat", async () => {
		const world = await begin();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		await anna.says("/search my-shop.io");
		const { keyboard } = await anna.until("This bot works only in private chats");
		expect(JSON.stringify(keyboard)).toMatch(/https:\/\/t\.me\/\w+\?start=s_my_shop-io/);
	});

	it("a token is not used, and its owner is asked first to delete and revoke it", async () => {
		const world = await begin();
		const account = world.fixture.service.openAccount();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		anna.expectsRefusal("message can't be deleted");
		anna.expectsRefusal("can't initiate conversation");
		await anna.says(`/connect ${account.token}`);
		await anna.until("Revoke it now");
		expect(anna.screen).toContain("Delete the message yourself");
		expect(world.fixture.service.calls).toEqual([]);
	});

	it.each([
		"look acct-9f8e7d6c5b4a39281706f5e4",
		"acct-9f8e7d6c5b4a39281706f5e4 please, it is for example.com",
		'"0f8fad5b-d9cb-469f-a165-70867728950e"\nis the new one',
		"sign with whsec_9f8e7d6c5b4a39281706f5e4",
	])("a secret of an unknown service is deleted too: %j", async (text) => {
		const world = await begin();
		const group = await groupOf(world, 1001);
		await groupHas(world, group, { person: 1001, status: "administrator" });
		const alone = await world.chat({ person: 1001 });
		await alone.starts();
		const anna = await world.chat({ person: 1001, chat: group });
		await anna.says(text, { wait: false });
		await alone.until("Revoke it now");
		await anna.untilView((view) => view.messages.every((each) => each.service !== undefined));
	});

	it.each<[string, (chat: Chat, token: string) => Promise<unknown>]>([
		["in a text", (chat, token) => chat.says(`look: ${token}`, { wait: false })],
		["in a caption", (chat, token) => chat.sends({ name: "a.bin", content: "x", caption: token }, { wait: false })],
		["in a file", (chat, token) => chat.sends({ name: "a.txt", content: `token=${token}\n` }, { wait: false })],
		["in the name of a file", (chat, token) => chat.sends({ name: `${token}.pdf`, content: "x" }, { wait: false })],
	])("a token %s is deleted if the bot has permission, and its owner is notified in private", async (_where, post) => {
		const world = await begin();
		const token = `dts_${"Ab1-".repeat(12)}z`;
		const group = await groupOf(world, 1001);
		await groupHas(world, group, { person: 1001, status: "administrator" });
		const alone = await world.chat({ person: 1001 });
		await alone.says("/language ru");
		await alone.until("Язык: русский");
		const anna = await world.chat({ person: 1001, chat: group });
		await post(anna, token);
		await alone.until("Вы только что опубликовали токен в группе «Team»");
		expect(alone.screen).toContain("Мы удалили сообщение");
		await anna.untilView((view) => view.messages.every((each) => each.service !== undefined));
		expect(world.fixture.service.calls).toEqual([]);
		expect(world.fixture.log.lines.join("\n")).not.toContain(token);
	});

	it("a reply that Telegram refuses does not delay other updates", async () => {
		const world = await begin();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		anna.expectsRefusal("not enough rights");
		world.telegram.faults.add({
			method: "sendMessage",
			times: 1,
			status: 400,
			description: "Bad Request: not enough rights",
		});
		await anna.says("/help", { wait: false });
		await anna.says("/help");
		await anna.until("This bot works only in private chats");
		expect(world.fixture.log.lines.join("\n")).not.toContain("couldn’t be handled");
	});

	it("a command that Telegram delivers twice gets one reply", async () => {
		const world = await begin();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		world.telegram.faults.redeliver(1);
		await anna.says("/start");
		await anna.until("This bot works only in private chats");
		await anna.says("/help");
		await anna.untilView((view) => view.messages.filter((each) => each.from === "bot").length > 1);
		expect(anna.messages.filter((each) => each.from === "bot")).toHaveLength(2);
	});

	it("a command for another bot is ignored", async () => {
		const world = await begin();
		const anna = await world.chat({ person: 1001, chat: await groupOf(world, 1001) });
		await anna.says("/start@another_bot", { wait: false });
		await anna.says(`/start@${anna.view.bot.username.toUpperCase()}`);
		await anna.until("This bot works only in private chats");
		expect(anna.messages.filter((each) => each.from === "bot")).toHaveLength(1);
	});
});

describe("a bot with an allow-list", () => {
	it("refuses all other people, for texts and taps", async () => {
		const world = await begin({ allowedUsers: new Set([1001]) });
		const boris = await world.chat({ person: 1002 });
		await boris.says("/start");
		await boris.until("Это закрытый бот");
		const inGroup = await world.chat({ person: 1002, chat: await groupOf(world, 1001) });
		await inGroup.says("/start");
		await inGroup.until("Это закрытый бот");
		const anna = await world.chat({ person: 1001 });
		await anna.says("/start");
		await anna.until("Welcome");
	});
});
