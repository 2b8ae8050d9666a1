import type { InlineKeyboardButton } from "grammy/types";
import { type Fields, fields, isObject, type Json, type Notes } from "./fields.ts";
import { checkLink, linkedPerson } from "./link.ts";
import { badRequest } from "./refusal.ts";

const prefix = "Can't parse inline keyboard button: ";

/** If a button has several of these fields, the first in this order applies, as in the Bot API server. */
const actions = [
	"url",
	"callback_data",
	"callback_game",
	"pay",
	"switch_inline_query",
	"switch_inline_query_chosen_chat",
	"switch_inline_query_current_chat",
	"login_url",
	"web_app",
	"copy_text",
	"disabled",
];

/** Throws Telegram's error if the button is not allowed. */
export function inlineButton(value: unknown, notes: Notes): InlineKeyboardButton {
	if (!isObject(value)) throw badRequest(`${prefix}InlineKeyboardButton must be an Object`);
	const read = fields(value, prefix);
	const text = read.string("text");
	const given = actions.filter((name) => isGiven(value, name));
	if (given.length > 1) notes.strange(`inline keyboard button "${text}" has several actions: ${given.join(", ")}`);
	read.others(["text", "style", "icon_custom_emoji_id", ...actions], notes);
	const button = { text, ...styleOf(read), ...iconOf(read) };
	const action = actionOf(given[0], read, value);
	if (text === "" && !("icon_custom_emoji_id" in button)) {
		throw badRequest("Inline keyboard button text must be non-empty");
	}
	// The cast is safe: grammY's type is a union of buttons with one action each, and this button has exactly one action.
	return { ...button, ...action } as InlineKeyboardButton;
}

/** An empty `url` or `callback_data` counts as missing, as in the Bot API server. */
function isGiven(button: Json, name: string): boolean {
	return button[name] !== undefined && !((name === "url" || name === "callback_data") && button[name] === "");
}

export function styleOf(read: Fields): { style?: "primary" | "success" | "danger" } {
	const style = read.text("style")?.toLowerCase() ?? "";
	if (style === "" || style === "default") return {};
	if (style === "primary" || style === "success" || style === "danger") return { style };
	throw read.wrong("invalid button style specified");
}

function iconOf(read: Fields): { icon_custom_emoji_id?: string } {
	const icon = read.text("icon_custom_emoji_id");
	return icon === undefined ? {} : { icon_custom_emoji_id: icon };
}

function actionOf(name: string | undefined, read: Fields, button: Json): Json {
	switch (name) {
		case "url":
			return { url: address(read.string("url"), "Inline keyboard button ") };
		case "callback_data":
			return { callback_data: data(read.string("callback_data")) };
		case "switch_inline_query":
		case "switch_inline_query_current_chat":
			return { [name]: read.string(name) };
		case "switch_inline_query_chosen_chat":
			return { [name]: read.object(name) };
		case "login_url":
			return { login_url: { ...read.object(name), url: secured(read.object(name), "login") } };
		case "web_app":
			return { web_app: { url: secured(read.object(name), "Web App") } };
		case "copy_text":
			return { copy_text: { text: copied(fields(read.object(name), prefix).string("text")) } };
		case "disabled":
			return { disabled: read.object(name) };
		case "pay":
		case "callback_game":
			return { [name]: button[name] };
		default:
			throw badRequest(`${prefix}Text buttons are unallowed in the inline keyboard`);
	}
}

/** Throws above 64 bytes of UTF-8. */
function data(value: string): string {
	if (Buffer.byteLength(value) > 64) throw badRequest("BUTTON_DATA_INVALID");
	return value;
}

function copied(value: string): string {
	if (value === "" || [...value].length > 256) throw badRequest("BUTTON_COPY_TEXT_INVALID");
	return value;
}

function address(value: string, whose: string, httpsOnly = false): string {
	if (!httpsOnly && linkedPerson(value) !== null) return value;
	const link = checkLink(value, { httpsOnly });
	if ("problem" in link) throw badRequest(`${whose}URL '${value}' is invalid: ${link.problem}`);
	return link.url;
}

function secured(object: Json, kind: "login" | "Web App"): string {
	const url = fields(object, prefix).string("url");
	if (linkedPerson(url) !== null) throw badRequest(`Link to a user can't be used in ${kind} URL buttons`);
	return address(url, `Inline keyboard button ${kind} `, true);
}
