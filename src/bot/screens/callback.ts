import type { InlineKeyboardButton } from "grammy/types";
import type { Button, View } from "./view.ts";

/**
 * The callback data of a button in the form `rev.verb[.n]`: the revision of the keyboard, the verb and a number.
 * Telegram allows only 64 bytes, so the bot stores a value such as a domain, and `n` is its index. If the button has no
 * value, `n` is the number of a quote.
 */
export interface Callback {
	rev: number;
	verb: string;
	n: number | null;
}

const pattern = /^(\d{1,15})\.([a-z_]{1,24})(?:\.(\d{1,15}))?$/;

export function encodeCallback({ rev, verb, n }: Callback): string {
	return n === null ? `${rev}.${verb}` : `${rev}.${verb}.${n}`;
}

/**
 * Parses callback data. Returns null if it has another format, such as that of a `ScreenMenu`. The caller must check
 * that `rev` is the revision of the message's current buttons.
 */
export function parseCallback(data: string): Callback | null {
	const [, rev, verb, n] = pattern.exec(data) ?? [];
	return rev && verb ? { rev: Number(rev), verb, n: n === undefined ? null : Number(n) } : null;
}

/**
 * Returns the keyboard for Telegram, and the values of its buttons, which the caller must store together with `rev`.
 */
export function keyboardOf(rev: number, view: View): { keyboard: InlineKeyboardButton[][]; choices: string[] } {
	const choices: string[] = [];
	const encode = (button: Button): InlineKeyboardButton => {
		const text = labelOf(button);
		if (button.kind === "url") return { text, url: button.url };
		if (button.kind === "copy") return { text, copy_text: { text: button.copy } };
		if (button.kind === "disabled") return { text, disabled: {} };
		const n = button.value === undefined ? (button.number ?? null) : choices.push(button.value) - 1;
		const data = encodeCallback({ rev, verb: button.verb, n });
		return { text, callback_data: data, ...(button.style && { style: button.style }) };
	};
	const rows = [...(view.buttons ?? []).map((row) => row.map(encode)), ...(view.keyboard ?? [])];
	return { keyboard: rows.filter((row) => row.length > 0), choices };
}

/**
 * Returns the label in one line and without direction marks. Such a mark in a value would reverse the order of the
 * whole label.
 */
function labelOf({ text }: Button): string {
	const line = text
		.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
	return line.trim() === "" ? "…" : line;
}
