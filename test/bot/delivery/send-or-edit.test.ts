import { Api } from "grammy";
import { expect, it } from "vitest";
import { sendOrEdit } from "../../../src/bot/delivery/render.ts";
import { html } from "../../../src/bot/screens/html.ts";

const screen: Parameters<typeof sendOrEdit>[1] = {
	chatId: 7,
	messageId: null,
	personId: 7,
	routeName: "home",
	params: {},
	subject: null,
	rev: 1,
	keyboardRev: 0,
	choices: [],
	person: { id: 7, locale: "en", timeZone: "UTC", isNew: false },
	oldMessageId: null,
	topicId: null,
	shownHash: null,
	shownAgo: null,
};

it.each([
	[true, true],
	[false, undefined],
])("sends only silent messages without a sound: %s", async (silent, disabled) => {
	const bodies: string[] = [];
	const api = new Api("1:token", {
		async fetch(_url: string, init: { body: string }) {
			bodies.push(init.body);
			return Response.json({ ok: true, result: { message_id: 3 } });
		},
	});
	await sendOrEdit(api, screen, { text: html`Hello`, buttons: [] }, { silent });
	const [body] = bodies.map((text): Record<string, unknown> => JSON.parse(text));
	expect(body).toMatchObject({ chat_id: 7, text: "Hello" });
	expect(body?.["disable_notification"]).toBe(disabled);
});
