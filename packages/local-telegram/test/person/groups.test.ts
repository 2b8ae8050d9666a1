import { describe, expect, it } from "vitest";
import { startTelegram, type TelegramServer } from "../../../../test/support/telegram.ts";

interface GotUpdate {
	message?: { text?: string; chat: { id: number }; message_thread_id?: number } & Record<string, unknown>;
	my_chat_member?: { new_chat_member: { status: string } };
}

async function updates({ api }: TelegramServer): Promise<GotUpdate[]> {
	return (await api<GotUpdate[]>("getUpdates", { offset: -100 })).result;
}

async function group(options: { forum?: boolean; readsAll?: boolean } = {}) {
	const server = await startTelegram({
		bot: { username: "desk_bot", readsAllGroupMessages: options.readsAll ?? false },
	});
	const { people } = server.telegram;
	const { forum = false } = options;
	const { chat_id: chat } = people.groups.create({ title: "Team", members: [1001, 1002], forum });
	return { ...server, people, chat };
}

describe("a group", () => {
	it("informs the bot that it was added", async () => {
		const stage = await group();
		const [mine, created, added] = await updates(stage);
		expect(mine?.my_chat_member?.new_chat_member.status).toBe("member");
		expect(created?.message).toMatchObject({ group_chat_created: true, chat: { type: "group", title: "Team" } });
		expect(added?.message).toMatchObject({ new_chat_members: [{ is_bot: true }] });
	});

	it("hides messages that are not for the bot, in privacy mode [API]", async () => {
		const stage = await group();
		const { people, chat } = stage;
		const { result } = await stage.api<{ message_id: number }>("sendMessage", { chat_id: chat, text: "hi" });
		for (const text of ["just talking", "/help", "/help@desk_bot", "/help@other_bot", "ask @Desk_Bot", "@other_bot"]) {
			people.say(1001, { text, chat });
		}
		people.say(1002, { text: "to you", chat, reply_to: result.message_id });
		const texts = (await updates(stage)).map((update) => update.message?.text).filter((text) => text !== undefined);
		expect(texts).toEqual(["/help", "/help@desk_bot", "ask @Desk_Bot", "to you"]);
	});

	it.each([
		["an administrator", {}, true],
		["a bot without privacy mode", { readsAll: true }, false],
	])("shows everything to %s [API]", async (_who, options, promote) => {
		const stage = await group(options);
		if (promote) stage.people.groups.setBot(1001, stage.chat, "administrator");
		stage.people.say(1002, { text: "just talking", chat: stage.chat });
		expect((await updates(stage)).at(-1)?.message?.text).toBe("just talking");
	});

	it("shows its members the same messages, and other people none", async () => {
		const { api, people, chat } = await group();
		people.say(1002, { text: "from Boris", chat });
		await api("sendMessage", { chat_id: chat, text: "from the bot" });
		const seen = people
			.chat(1001, chat)
			.messages.slice(-2)
			.map(({ from, sender }) => [from, sender.first_name]);
		expect(seen).toEqual([
			["other", "Boris"],
			["bot", "Local bot"],
		]);
		expect(() => people.chat(1003, chat)).toThrow(/has no chat/);
	});

	it.each([
		["kicked", "Forbidden: bot was kicked from the group chat"],
		["left", "Forbidden: bot is not a member of the group chat"],
	] as const)("refuses a bot that was %s [SRV]", async (status, words) => {
		const { api, people, chat } = await group();
		people.groups.setBot(1001, chat, status);
		expect((await api("sendMessage", { chat_id: chat, text: "?" })).description).toBe(words);
	});

	it("lets the bot leave", async () => {
		const stage = await group();
		expect((await stage.api("leaveChat", { chat_id: stage.chat })).ok).toBe(true);
		expect((await updates(stage)).at(-1)?.my_chat_member?.new_chat_member.status).toBe("left");
		expect((await stage.api("leaveChat", { chat_id: stage.chat })).error_code).toBe(403);
	});

	it("reports each member's status", async () => {
		const { api, people, chat } = await group();
		people.groups.join(1001, chat, 1003);
		const status = async (user_id: number) =>
			(await api<{ status: string }>("getChatMember", { chat_id: chat, user_id })).result.status;
		expect([await status(1001), await status(1003), await status(1000)]).toEqual(["creator", "member", "member"]);
		people.groups.leave(1003, chat);
		expect(await status(1003)).toBe("left");
		expect((await api("getChatMemberCount", { chat_id: chat })).result).toBe(3);
		const admins = await api<{ user: { id: number } }[]>("getChatAdministrators", { chat_id: chat });
		expect(admins.result.map(({ user }) => user.id)).toEqual([1001]);
	});

	it("becomes a supergroup under another id, and returns that id to the bot [SRV migrate_to_chat_id]", async () => {
		const stage = await group();
		const { chat_id: next } = stage.people.groups.migrate(1001, stage.chat);
		expect(next).toBeLessThan(-1_000_000_000_000);
		expect(await stage.api("sendMessage", { chat_id: stage.chat, text: "?" })).toEqual({
			ok: false,
			error_code: 400,
			description: "Bad Request: group chat was upgraded to a supergroup chat",
			parameters: { migrate_to_chat_id: next },
		});
		expect((await stage.api("sendMessage", { chat_id: next, text: "!" })).ok).toBe(true);
		const told = (await updates(stage)).map(({ message }) => [
			message?.["migrate_to_chat_id"],
			message?.["migrate_from_chat_id"],
		]);
		expect(told.slice(-2)).toEqual([
			[next, undefined],
			[undefined, stage.chat],
		]);
	});

	it("lets the bot delete only its own messages, unless it is an administrator [API]", async () => {
		const { api, people, chat } = await group();
		const [theirs] = people.say(1001, { text: "/x", chat }).message_ids;
		expect((await api("deleteMessage", { chat_id: chat, message_id: theirs })).description).toBe(
			"Bad Request: message can't be deleted",
		);
		people.groups.setBot(1001, chat, "administrator");
		expect((await api("deleteMessage", { chat_id: chat, message_id: theirs })).ok).toBe(true);
	});
});

describe("a forum", () => {
	it("separates topics", async () => {
		const stage = await group({ forum: true });
		const { thread_id = 0 } = stage.people.groups.openTopic(1001, stage.chat, "Alerts");
		await stage.api("sendMessage", { chat_id: stage.chat, text: "in the topic", message_thread_id: thread_id });
		stage.people.say(1001, { text: "/mute", chat: stage.chat, thread: thread_id });
		expect((await updates(stage)).at(-1)?.message).toMatchObject({
			text: "/mute",
			message_thread_id: thread_id,
			is_topic_message: true,
		});
		const view = stage.people.chat(1001, stage.chat);
		expect(view.chat).toMatchObject({ is_forum: true, topics: [{ thread_id, name: "Alerts" }] });
		expect(view.messages.slice(-2).map((message) => message.thread_id)).toEqual([thread_id, thread_id]);
	});
});

describe("a channel", () => {
	it("posts in its own name, without a sender [API]", async () => {
		const stage = await startTelegram();
		const { people } = stage.telegram;
		const { chat_id: chat } = people.groups.create({ title: "News", members: [1001, 1002], channel: true });
		const [id = 0] = people.say(1001, { text: "post", chat }).message_ids;
		people.edit(1001, id, "better", chat);
		expect(() => people.say(1002, { text: "me too", chat })).toThrow(/administrators/);
		const got = (await stage.api<Record<string, Record<string, unknown>>[]>("getUpdates")).result.slice(1);
		expect(got.map((update) => Object.keys(update)[1])).toEqual(["channel_post", "edited_channel_post"]);
		expect(got[0]?.["channel_post"]).toMatchObject({ text: "post", sender_chat: { title: "News", type: "channel" } });
		expect(got[0]?.["channel_post"]).not.toHaveProperty("from");
	});

	it("accepts a bot's posts only if it is an administrator [TD]", async () => {
		const { api, telegram } = await startTelegram();
		const { chat_id: chat } = telegram.people.groups.create({ title: "News", members: [1001], channel: true });
		expect((await api("sendMessage", { chat_id: chat, text: "post" })).ok).toBe(true);
		telegram.people.groups.setBot(1001, chat, "member");
		expect((await api("sendMessage", { chat_id: chat, text: "post" })).description).toBe(
			"Bad Request: need administrator rights in the channel chat",
		);
	});
});

it("hides an anonymous administrator [API]", async () => {
	const stage = await group();
	stage.people.say(1001, { text: "/whoami", chat: stage.chat, anonymous: true });
	expect((await updates(stage)).at(-1)?.message).toMatchObject({
		from: { is_bot: true, username: "GroupAnonymousBot" },
		sender_chat: { id: stage.chat },
	});
	expect(() => stage.people.say(1002, { text: "/x", chat: stage.chat, anonymous: true })).toThrow(/administrators/);
});

it("informs a bot of its removal, and then sends it nothing more [SRV]", async () => {
	const stage = await group({ readsAll: true });
	stage.people.groups.setBot(1001, stage.chat, "kicked");
	stage.people.say(1001, { text: "alone at last", chat: stage.chat });
	expect((await updates(stage)).at(-1)?.message).toMatchObject({ left_chat_member: { is_bot: true } });
});

it("lets a bot manage the topics of a forum as an administrator", async () => {
	const stage = await group({ forum: true });
	const create = () =>
		stage.api<{ message_thread_id: number }>("createForumTopic", { chat_id: stage.chat, name: "Alerts" });
	expect((await create()).description).toBe("Bad Request: not enough rights to manage topics");
	stage.people.groups.setBot(1001, stage.chat, "administrator");
	const { message_thread_id } = (await create()).result;
	await stage.api("sendMessage", { chat_id: stage.chat, text: "in it", message_thread_id });
	await stage.api("editForumTopic", { chat_id: stage.chat, message_thread_id, name: "Blocked" });
	expect(stage.people.chat(1001, stage.chat).chat.topics).toEqual([{ thread_id: message_thread_id, name: "Blocked" }]);
	await stage.api("deleteForumTopic", { chat_id: stage.chat, message_thread_id });
	const view = stage.people.chat(1001, stage.chat);
	expect([view.chat.topics, view.messages.filter((message) => message.thread_id !== undefined)]).toEqual([[], []]);
});
