import type { Update } from "grammy/types";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { BotDeps } from "../../../src/bot/index.ts";
import type { HandledUpdate } from "../../../src/bot/updates/handle.ts";
import { senderOf } from "../../../src/bot/updates/kinds.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

const share = 5;

async function begin(change: Partial<BotDeps> = {}): Promise<BotUnderTest & { outcomes: HandledUpdate["outcome"][] }> {
	const outcomes: HandledUpdate["outcome"][] = [];
	const onUpdate = ({ outcome }: HandledUpdate) => void outcomes.push(outcome);
	const world = await startBot({ updatesPerMinute: share, onUpdate, ...change });
	onTestFinished(() => world[Symbol.asyncDispose]());
	return Object.assign(world, { outcomes });
}

/** Waits until the bot has handled or dropped this many updates. */
async function settled(outcomes: readonly HandledUpdate["outcome"][], count: number): Promise<void> {
	await vi.waitFor(() => expect(outcomes).toHaveLength(count), { timeout: 20_000 });
}

async function updatesKept({ fixture }: BotUnderTest): Promise<number> {
	return (await fixture.database.sql`select from bot.updates`).length;
}

describe("the rate limit", () => {
	it("lasts a minute for one person, who is warned once, and refills", async () => {
		const world = await begin();
		const { id } = await world.meet();
		const anna = await world.chat({ person: id });
		await anna.starts();
		for (let number = 1; number < 12; number += 1) await anna.says(`/help ${number}`, { wait: false });
		await anna.until("Too many messages");
		const other = await world.chat({ person: (await world.meet()).id });
		await other.starts();
		await other.until("Welcome");
		const told = () => anna.messages.filter(({ text = "" }) => text.includes("Too many messages")).length;
		expect(told()).toBe(1);
		await world.advance(60_000);
		await anna.says("/settings");
		await anna.until("Settings");
		expect(told()).toBe(1);
	});

	it("is shared by a person's groups and private chat, and groups get no warning", async () => {
		const world = await begin();
		const { id } = await world.meet();
		const body = JSON.stringify({ title: "Team", members: [id] });
		const headers = { "content-type": "application/json" };
		const made = await fetch(`${world.url}/groups`, { method: "POST", headers, body });
		// The cast is safe, because the response comes from the local Telegram of this test.
		const { chat_id: chat } = (await made.json()) as { chat_id: number };
		const anna = await world.chat({ person: id, chat });
		world.outcomes.length = 0;
		for (let number = 0; number < 12; number += 1) await anna.says(`/help ${number}`, { wait: false });
		await settled(world.outcomes, 12);
		expect(world.outcomes.filter((outcome) => outcome === "done").length).toBeLessThanOrEqual(share);
		const answers = anna.messages.filter(({ from }) => from === "bot");
		expect(answers.length).toBeLessThanOrEqual(share);
		expect(answers.map(({ text }) => text).join()).not.toContain("Too many messages");
		expect(await updatesKept(world)).toBeLessThanOrEqual(share);
	});

	it("applies to people who may not use the bot", async () => {
		const world = await begin({ allowedUsers: new Set([1001]) });
		const boris = await world.chat({ person: 1002 });
		for (let number = 0; number < 12; number += 1) await boris.says(`/start ${number}`, { wait: false });
		await settled(world.outcomes, 12);
		await boris.until("Это закрытый бот");
		expect(world.outcomes.filter((outcome) => outcome === "limited")).toHaveLength(12 - share);
		expect(boris.messages.filter(({ from }) => from === "bot").length).toBeLessThanOrEqual(share + 1);
	});

	it("applies to updates that the bot did not request, such as inline queries", async () => {
		const world = await begin();
		const from = { id: 77, is_bot: false, first_name: "Eve" };
		for (let number = 0; number < 12; number += 1) {
			const query = { id: String(number), from, query: "x", offset: "" };
			await world.bot.handle({ update_id: 900_000 + number, inline_query: query });
		}
		expect(world.outcomes.filter((outcome) => outcome === "limited")).toHaveLength(12 - share);
	});
});

describe("the sender of an update", () => {
	const anna = { id: 7, is_bot: false, first_name: "Anna" };
	const group = { id: -100, type: "supergroup", title: "Team" };
	it.each<[string, object, number]>([
		["a person in a private chat", { message: { from: anna, chat: { id: 7, type: "private" } } }, 7],
		["a person in a group", { edited_message: { from: anna, chat: group } }, 7],
		["a person who taps", { callback_query: { from: anna, message: { chat: group } } }, 7],
		["a person who asks inline", { inline_query: { from: anna } }, 7],
		["a person who reacts", { message_reaction: { user: anna, chat: group } }, 7],
		["a person who blocks the bot", { my_chat_member: { from: anna, chat: group } }, 7],
		["an anonymous admin", { message: { from: { id: 1_087_968_824 }, sender_chat: group, chat: group } }, -100],
		["a channel", { channel_post: { chat: { id: -200, type: "channel" } } }, -200],
		["unknown", { poll: { id: "1" } }, 0],
	])("is %s", (_who, update, id) => {
		// The cast is safe, because `senderOf` reads only the fields that identify the sender.
		expect(senderOf({ update_id: 1, ...update } as Update)).toBe(id);
	});
});
