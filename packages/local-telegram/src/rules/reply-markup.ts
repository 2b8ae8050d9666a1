import type { InlineKeyboardButton } from "grammy/types";
import { fields, isObject, type Json, type Notes, parseJson } from "./fields.ts";
import { inlineButton, styleOf } from "./inline-button.ts";
import { badRequest } from "./refusal.ts";

export interface ReplyButton {
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
