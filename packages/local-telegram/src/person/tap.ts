import type { InlineKeyboardButton } from "grammy/types";
import type { Core } from "../core.ts";
import { userObject } from "../objects/chat.ts";
import { messageObject } from "../objects/message.ts";
import type { ButtonKind, Tap, Tapped } from "../protocol.ts";
import type { MessageRow } from "../state/rows.ts";
import { findPlace } from "./chat-access.ts";
import { Problem } from "./problem.ts";

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
