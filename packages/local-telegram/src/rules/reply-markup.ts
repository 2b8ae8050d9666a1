import type { InlineKeyboardButton } from "grammy/types";
import { checkLink, linkedPerson } from "./entities.ts";
import { type Fields, fields, isObject, type Json, type Notes, parseJson } from "./fields.ts";
import { badRequest } from "./refusal.ts";

interface ReplyButton {
	text: string;
	style?: "primary" | "success" | "danger";
}

/**
 * `inline` has buttons below the message. The other kinds replace or remove the keyboard below the text field, or ask
 * for a reply.
 */
export type ReplyMarkup =
	| { kind: "inline"; rows: InlineKeyboardButton[][] }
	| { kind: "keyboard"; rows: ReplyButton[][]; placeholder?: string; oneTime: boolean }
	| { kind: "remove" }
	| { kind: "force_reply"; placeholder?: string };

/**
 * Users of Telegram found these limits by trial (github.com/tginfo/Telegram-Limits, issues 228 and 187). Reply
 * keyboards get them too. Above them, Telegram's error is REPLY_MARKUP_TOO_LONG, which the Bot API reports as "reply
 * markup is too long".
 */
const maxButtons = 100;
const maxBytes = 10_000;
const widestRow = 8;

/** Null if it is missing or changes nothing, such as an empty keyboard. */
export function replyMarkup(source: string, notes: Notes): ReplyMarkup | null {
	if (source === "") return null;
	const value = parseJson(source);
	if (value === undefined) throw badRequest("Can't parse reply keyboard markup JSON object");
	if (!isObject(value)) throw badRequest("Object expected as reply markup");
	const markup = markupOf(value, notes);
	if (markup !== null && "rows" in markup) checkSize(markup.rows, source, notes);
	return markup;
}

function markupOf(value: Json, notes: Notes): ReplyMarkup | null {
	const read = fields(value);
	read.others(knownFields, notes);
	const placeholder = placeholderOf(read.text("input_field_placeholder"));
	const keyboard = rowsOf(value, "keyboard", "", notes, (button) => keyboardButton(button, notes));
	const inline = rowsOf(value, "inline_keyboard", " of the InlineKeyboardMarkup", notes, (button) =>
		inlineButton(button, notes),
	);
	if (keyboard.length > 0) {
		return { kind: "keyboard", rows: keyboard, oneTime: read.flag("one_time_keyboard"), ...placeholder };
	}
	if (inline.length > 0) return { kind: "inline", rows: inline };
	if (read.flag("remove_keyboard")) return { kind: "remove" };
	return read.flag("force_reply") ? { kind: "force_reply", ...placeholder } : null;
}

const knownFields = [
	"keyboard",
	"inline_keyboard",
	"remove_keyboard",
	"force_reply",
	"selective",
	"input_field_placeholder",
	"resize_keyboard",
	"one_time_keyboard",
	"is_persistent",
];

function placeholderOf(text: string | undefined): { placeholder?: string } {
	if (text === undefined) return {};
	if ([...text].length > 64) throw badRequest("INPUT_FIELD_PLACEHOLDER_INVALID");
	return { placeholder: text };
}

/** Like TDLib, drops an empty row. Also reports it, because other Bot API servers may refuse it. */
function rowsOf<Button>(
	value: Json,
	field: string,
	whose: string,
	notes: Notes,
	read: (button: unknown) => Button,
): Button[][] {
	const rows = value[field] ?? [];
	if (!Array.isArray(rows)) throw badRequest(`Field "${field}" must be of type Array`);
	if (rows.some((row) => Array.isArray(row) && row.length === 0)) notes.strange("a keyboard row is empty");
	return rows
		.map((row: unknown) => {
			if (!Array.isArray(row)) throw badRequest(`Field "${field}"${whose} must be an Array of Arrays`);
			return row.map(read);
		})
		.filter((row) => row.length > 0);
}

function keyboardButton(value: unknown, notes: Notes): ReplyButton {
	const prefix = "Can't parse keyboard button: ";
	if (typeof value === "string") return { text: nonEmpty(value) };
	if (!isObject(value)) throw badRequest(`${prefix}KeyboardButton must be a String or an Object`);
	const read = fields(value, prefix);
	read.others(["text", "style"], notes);
	return { text: nonEmpty(read.string("text")), ...styleOf(read) };
}

function nonEmpty(text: string): string {
	if (text === "") throw badRequest("Keyboard button text must be non-empty");
	return text;
}

function checkSize(rows: readonly (readonly unknown[])[], source: string, notes: Notes): void {
	if (rows.flat().length > maxButtons || Buffer.byteLength(source) > maxBytes) {
		throw badRequest("reply markup is too long");
	}
	if (rows.some((row) => row.length > widestRow)) notes.warn(`a keyboard row has more than ${widestRow} buttons`);
}

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
function inlineButton(value: unknown, notes: Notes): InlineKeyboardButton {
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

function styleOf(read: Fields): { style?: "primary" | "success" | "danger" } {
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
