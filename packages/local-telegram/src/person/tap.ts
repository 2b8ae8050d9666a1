import { randomBytes } from "node:crypto";
import type { InlineKeyboardButton } from "grammy/types";
import { seconds } from "../clock.ts";
import type { Core } from "../core.ts";
import { queueMessageUpdate } from "../dispatch-message.ts";
import { post } from "../messages.ts";
import { chatObject, userObject } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import type { ButtonKind, ChooseInline, InlineQuery, InlineResultsView, Sent, Tap, Tapped } from "../protocol.ts";
import type { MessageRow } from "../state/rows.ts";
import { findPlace, Problem, writablePlace } from "./chat-access.ts";

export function buttonKind(button: InlineKeyboardButton): ButtonKind {
	if ("callback_data" in button) return "callback";
	if ("url" in button) return "url";
	if ("copy_text" in button) return "copy";
	if ("switch_inline_query_current_chat" in button) return "switch_inline_current";
	if ("switch_inline_query" in button || "switch_inline_query_chosen_chat" in button) return "switch_inline";
	if ("web_app" in button) return "web_app";
	if ("login_url" in button) return "login";
	return "disabled";
}

/** Callback data is left out, because clients identify a button by its position. */
export function buttonDetails(button: InlineKeyboardButton): { url?: string; copy_text?: string; query?: string } {
	if ("url" in button) return { url: button.url };
	if ("web_app" in button) return { url: button.web_app.url };
	if ("login_url" in button) return { url: button.login_url.url };
	if ("copy_text" in button) return { copy_text: button.copy_text.text };
	if ("switch_inline_query" in button) return { query: button.switch_inline_query };
	if ("switch_inline_query_current_chat" in button) return { query: button.switch_inline_query_current_chat };
	if ("switch_inline_query_chosen_chat" in button) return { query: button.switch_inline_query_chosen_chat.query ?? "" };
	return {};
}

/** Taps the current version of the message. Throws a `Problem` if the button does not exist or is disabled. */
export function tap(core: Core, personId: number, { message_id, row, column, chat, data }: Tap): Tapped {
	const { state } = core;
	const place = findPlace(state, personId, chat);
	const message = state.message(place.id, message_id);
	const button = message?.markup?.kind === "inline" ? message.markup.rows[row]?.[column] : undefined;
	if (message === undefined || button === undefined) throw new Problem("not_found", "there is no such button");
	const kind = buttonKind(button);
	if (kind === "disabled") throw new Problem("conflict", "this button is disabled");
	if (!("callback_data" in button)) return { kind, ...buttonDetails(button) };
	const sent = data ?? button.callback_data;
	const id = state.store.transact(() => query(core, personId, message, sent, { row, column }));
	return { kind, callback_query_id: id };
}

const day = 86_400_000;

function query(
	core: Core,
	person: number,
	message: MessageRow,
	data: string,
	at: { row: number; column: number },
): string {
	const { state } = core;
	const id = String(9_000_000_000_000_000 + state.next("query"));
	for (const each of state.taps.rows()) if (each.at < core.clock.now() - day) state.taps.delete(each.id);
	state.taps.put(id, { id, person, chat: message.chat, message: message.id, ...at, at: core.clock.now() });
	core.updates.push("callback_query", person, {
		id,
		from: userObject(state, person),
		chat_instance: String(message.chat * 7919),
		data,
		...(message.inlineId === undefined
			? { message: messageObject(state, message) }
			: { inline_message_id: message.inlineId }),
	});
	return id;
}

/**
 * If `emoji` is null, removes the reaction. The bot gets an update if its `allowed_updates` contain `message_reaction`,
 * and in a group only as an administrator (Bot API).
 */
export function react(core: Core, personId: number, messageId: number, emoji: string | null, chatId?: number): void {
	const { state } = core;
	const { chat, id } = findPlace(state, personId, chatId);
	const row = state.message(id, messageId);
	if (row === undefined) throw new Problem("not_found", "that message is not there");
	const { [personId]: before = [], ...others } = row.reactions ?? {};
	const after = emoji === null ? [] : [emoji];
	if (before.join() === after.join()) return;
	state.store.transact(() => {
		state.putMessage({ ...row, reactions: emoji === null ? others : { ...others, [personId]: after } });
		if (chat.kind === "group" && chat.group.bot !== "administrator") return;
		core.updates.push("message_reaction", id, {
			chat: chatObject(chat),
			message_id: messageId,
			user: userObject(state, personId),
			date: seconds(core.clock),
			old_reaction: before.map(reactionType),
			new_reaction: after.map(reactionType),
		});
	});
}

const reactionType = (emoji: string) => ({ type: "emoji", emoji });

/** In milliseconds. */
const answerTimeoutMs = 10_000;

/** Uses a cached answer if there is one. Throws a `Problem` if no answer comes in time. */
export async function ask(
	core: Core,
	person: number,
	{ query, offset = "", chat }: InlineQuery,
): Promise<InlineResultsView> {
	const { state } = core;
	if (!state.bot.inline) throw new Problem("forbidden", "the bot has no inline mode");
	if ([...query].length > 256) throw new Problem("invalid", "an inline query has at most 256 characters");
	const place = findPlace(state, person, chat);
	const type = place.chat.kind === "private" ? "sender" : chatObject(place.chat).type;
	const id = String(8_000_000_000_000_000 + state.next("query"));
	const question = { id, person, query, offset };
	const cached = core.inline.cached(question);
	const answered = cached ?? core.inline.ask(question, answerTimeoutMs);
	if (cached === undefined) {
		const update = { id, from: userObject(state, person), query, offset, chat_type: type };
		state.store.transact(() => core.updates.push("inline_query", person, update));
	}
	const answer = await answered;
	if (answer === null) throw new Problem("timeout", "the bot did not answer");
	const { button } = answer;
	const parameter = button?.startParameter === undefined ? {} : { start_parameter: button.startParameter };
	return {
		query_id: id,
		results: answer.results.map(({ title, description, thumbnailUrl }) => ({
			title,
			...(description === undefined ? {} : { description }),
			...(thumbnailUrl === undefined ? {} : { thumbnail_url: thumbnailUrl }),
		})),
		...(answer.nextOffset === undefined ? {} : { next_offset: answer.nextOffset }),
		...(button === undefined ? {} : { button: { text: button.text, ...parameter } }),
	};
}

/** The person is the sender, and `via_bot` of the message names the bot. */
export function choose(core: Core, person: number, { index, chat }: ChooseInline): Sent {
	const { state } = core;
	const result = core.inline.shownTo(person)?.results[index];
	if (result === undefined) throw new Problem("not_found", "there is no such result");
	return state.store.transact(() => {
		const place = writablePlace(state, person, chat);
		const inlineId = result.markup === undefined ? {} : { inlineId: randomBytes(18).toString("base64url") };
		const row = post(core, {
			chat: place.id,
			sender: person,
			viaBot: true,
			content: { type: "text", ...result.message },
			...inlineId,
			...(result.markup === undefined ? {} : { markup: result.markup }),
		});
		queueMessageUpdate(core, row);
		return { message_ids: [row.id] };
	});
}
