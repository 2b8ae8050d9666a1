import { describe, expect, it } from "vitest";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { startTelegram, type TelegramServer } from "../../../../test/support/telegram.ts";

interface Sent {
	message_id: number;
}

const send = async ({ api }: TelegramServer, more: object): Promise<number> =>
	(await api<Sent>("sendMessage", { chat_id: 1001, text: "hi", ...more })).result.message_id;

const inline = (...buttons: object[]): object => ({ reply_markup: { inline_keyboard: [buttons] } });

async function updates({ api }: TelegramServer): Promise<Record<string, Record<string, unknown>>[]> {
	return (await api<Record<string, Record<string, unknown>>[]>("getUpdates")).result;
}

describe("a person", () => {
	it("is one of three initial people, or a new one", async () => {
		const { telegram } = await startTelegram();
		telegram.people.add({ first_name: "Дора", language_code: "uk" });
		expect(telegram.people.list().people.map(({ id, language_code }) => [id, language_code])).toEqual([
			[1001, "en"],
			[1002, "ru"],
			[1003, "es"],
			[1004, "uk"],
		]);
	});

	it("starts with a link's parameter, if Telegram allows it [API]", async () => {
		const server = await startTelegram();
		server.telegram.people.start(1001, "op_4K7Q");
		expect((await updates(server))[0]?.["message"]).toMatchObject({ text: "/start op_4K7Q" });
		expect(() => server.telegram.people.start(1001, "a b")).toThrow(/1 to 64/);
	});

	it("sends stickers, forwards and replies", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		const question = await send(server, {});
		people.sendSticker(1001, {}, "👍");
		people.say(1001, { text: "fwd", forward: true });
		people.say(1001, { text: "re", reply_to: question });
		people.forward(1001, { message_id: question });
		const [, sticker, forward, reply, forwarded] = (await updates(server)).map((update) => update["message"]);
		expect(sticker).toMatchObject({ sticker: { emoji: "👍" } });
		expect(forward).toMatchObject({ forward_origin: { type: "hidden_user", sender_user_name: "Another person" } });
		expect(reply).toMatchObject({ reply_to_message: { message_id: question, text: "hi" } });
		expect(forwarded).toMatchObject({ forward_origin: { type: "user", sender_user: { is_bot: true } }, text: "hi" });
	});

	it("edits and deletes own messages; the bot receives only the edits", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		const [id = 0] = people.say(1001, { text: "a" }).message_ids;
		people.edit(1001, id, "b");
		people.edit(1001, id, "b");
		people.remove(1001, id);
		expect((await updates(server)).map((update) => Object.keys(update)[1])).toEqual(["message", "edited_message"]);
		expect(people.chat(1001).messages).toEqual([]);
	});

	it("sends pictures with their size, and files with a caption", async () => {
		const server = await startTelegram();
		const png = Buffer.from(
			"iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgwAQAABQAAe9qYTwAAAAASUVORK5CYII=",
			"base64",
		);
		server.telegram.people.sendFile(1001, {}, { name: "a.png", bytes: png, photo: true });
		server.telegram.people.sendFile(
			1001,
			{},
			{ name: "list.csv", bytes: Buffer.from("a,b"), caption: "see example.com" },
		);
		const [photo, file] = (await updates(server)).map((update) => update["message"]);
		expect(photo).toMatchObject({ photo: [{ width: 3, height: 2 }] });
		expect(file).toMatchObject({
			document: { file_name: "list.csv", mime_type: "text/csv", file_size: 3 },
			caption: "see example.com",
			caption_entities: [{ type: "url", offset: 4, length: 11 }],
		});
	});

	it("blocks the bot, which is informed and refused, and unblocks it [API]", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		people.block(1001, true);
		expect((await server.api("sendMessage", { chat_id: 1001, text: "?" })).error_code).toBe(403);
		expect(() => people.say(1001, { text: "?" })).toThrow(/unblock it first/);
		people.block(1001, false);
		expect((await server.api("sendMessage", { chat_id: 1001, text: "!" })).ok).toBe(true);
		const statuses = (await updates(server)).slice(1).map((update) => {
			const { old_chat_member, new_chat_member } = update["my_chat_member"] as Record<string, { status: string }>;
			return [old_chat_member?.status, new_chat_member?.status];
		});
		expect(statuses).toEqual([
			["member", "kicked"],
			["kicked", "member"],
		]);
	});
});

describe("a chat view", () => {
	it("shows every type of button, and never its callback data", async () => {
		const server = await startTelegram();
		server.telegram.people.start(1001);
		await send(
			server,
			inline(
				{ text: "Pay", callback_data: "1.pay.7", style: "success" },
				{ text: "Site", url: "https://example.com" },
				{ text: "Copy", copy_text: { text: "203.0.113.5" } },
				{ text: "Off", disabled: {} },
				{ text: "Ask", switch_inline_query_current_chat: "exa" },
				{ text: "App", web_app: { url: "https://example.com/app" } },
			),
		);
		const view = server.telegram.people.chat(1001);
		expect(view.messages[1]?.keyboard).toEqual([
			[
				{ text: "Pay", kind: "callback", style: "success" },
				{ text: "Site", kind: "url", url: "https://example.com/" },
				{ text: "Copy", kind: "copy", copy_text: "203.0.113.5" },
				{ text: "Off", kind: "disabled" },
				{ text: "Ask", kind: "switch_inline_current", query: "exa" },
				{ text: "App", kind: "web_app", url: "https://example.com/app" },
			],
		]);
		expect(JSON.stringify(view)).not.toContain("1.pay.7");
	});

	it("refuses taps on missing and disabled buttons", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		const message_id = await send(server, inline({ text: "Go", callback_data: "go" }, { text: "Off", disabled: {} }));
		expect(() => people.tap(1001, { message_id, row: 0, column: 1 })).toThrow(/disabled/);
		expect(() => people.tap(1001, { message_id, row: 0, column: 2 })).toThrow(/no such button/);
		await server.api("editMessageReplyMarkup", { chat_id: 1001, message_id });
		expect(() => people.tap(1001, { message_id, row: 0, column: 0 })).toThrow(/no such button/);
		expect(() => people.tap(1002, { message_id, row: 0, column: 0 })).toThrow(/no such button/);
	});

	it("lets a modified client send data that no button has [API]", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		const message_id = await send(server, inline({ text: "Go", callback_data: "go" }));
		people.tap(1001, { message_id, row: 0, column: 0, data: "99.confirm.1" });
		expect((await updates(server)).at(-1)?.["callback_query"]).toMatchObject({ data: "99.confirm.1" });
	});

	it("shows which button waits for its answer", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		const message_id = await send(server, inline({ text: "Go", callback_data: "go" }));
		people.tap(1001, { message_id, row: 0, column: 0 });
		const waits = (): unknown => people.chat(1001).messages[1]?.keyboard?.[0]?.[0]?.waiting;
		expect(waits()).toBe(true);
		const query = (await updates(server)).at(-1)?.["callback_query"];
		await server.api("answerCallbackQuery", { callback_query_id: query?.["id"] });
		expect(waits()).toBeUndefined();
	});

	it("shows a chat action of the bot for five seconds, or until its message [API]", async () => {
		const clock = createManualClock();
		const server = await startTelegram({ clock });
		const { people } = server.telegram;
		people.start(1001);
		await server.api("sendChatAction", { chat_id: 1001, action: "upload_document" });
		clock.advance(4999);
		expect(people.chat(1001)).toMatchObject({ typing: true, action: "upload_document" });
		clock.advance(1);
		expect(people.chat(1001).typing).toBe(false);
		await server.api("sendChatAction", { chat_id: 1001, action: "typing" });
		await send(server, {});
		expect(people.chat(1001).typing).toBe(false);
	});

	it("shows commands and the bot's texts in the person's language [API]", async () => {
		const server = await startTelegram();
		const commands = (description: string) => [{ command: "start", description }];
		await server.api("setMyCommands", { commands: commands("Begin") });
		await server.api("setMyCommands", { commands: commands("Начать"), language_code: "ru" });
		await server.api("setMyCommands", { commands: commands("In private"), scope: { type: "all_private_chats" } });
		await server.api("setMyDescription", { description: "A desk" });
		await server.api("setMyDescription", { description: "Стол", language_code: "ru" });
		const shown = (person: number) => {
			const { commands: list, bot } = server.telegram.people.chat(person);
			return [list[0]?.description, bot.description];
		};
		expect(shown(1001)).toEqual(["In private", "A desk"]);
		expect(shown(1002)).toEqual(["In private", "Стол"]);
		await server.api("deleteMyCommands", { scope: { type: "all_private_chats" } });
		expect([shown(1001)[0], shown(1002)[0]]).toEqual(["Begin", "Начать"]);
	});

	it("shows a reply keyboard until it is removed, and a forced reply until it is answered", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		await send(server, { reply_markup: { keyboard: [["Yes", "No"]], one_time_keyboard: true } });
		expect(people.chat(1001).reply_keyboard).toEqual({ rows: [[{ text: "Yes" }, { text: "No" }]], one_time: true });
		await send(server, { reply_markup: { remove_keyboard: true } });
		expect(people.chat(1001).reply_keyboard).toBeUndefined();
		const message_id = await send(server, { reply_markup: { force_reply: true, input_field_placeholder: "Token" } });
		expect(people.chat(1001).force_reply).toEqual({ message_id, placeholder: "Token" });
		people.say(1001, { text: "here" });
		expect(people.chat(1001).force_reply).toBeUndefined();
	});

	it("shows pins, reactions, protection and link cards", async () => {
		const server = await startTelegram();
		const [mine = 0] = server.telegram.people.start(1001).message_ids;
		const message_id = await send(server, { text: "see https://example.com/a", protect_content: true });
		await server.api("pinChatMessage", { chat_id: 1001, message_id });
		await server.api("setMessageReaction", {
			chat_id: 1001,
			message_id: mine,
			reaction: [{ type: "emoji", emoji: "👌" }],
		});
		await send(server, { text: "https://example.com", link_preview_options: { is_disabled: true } });
		const view = server.telegram.people.chat(1001);
		expect(view.pinned_message_id).toBe(message_id);
		expect(
			view.messages.map(({ reactions, protected: isProtected, link_preview, service }) => [
				reactions,
				isProtected,
				link_preview?.url,
				service,
			]),
		).toEqual([
			[["👌"], undefined, undefined, undefined],
			[undefined, true, "https://example.com/a", undefined],
			[undefined, undefined, undefined, "A message was pinned"],
			[undefined, undefined, undefined, undefined],
		]);
	});
});

describe("the list of chats", () => {
	it("counts unread messages", async () => {
		const server = await startTelegram();
		const { people } = server.telegram;
		people.start(1001);
		await send(server, {});
		await send(server, { text: "newest" });
		expect(people.chats(1001)).toMatchObject([{ chat_id: 1001, last_text: "newest", unread: 2 }]);
		people.chat(1001);
		expect(people.chats(1001)).toMatchObject([{ unread: 0 }]);
	});
});
