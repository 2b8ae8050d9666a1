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
 * `rev`.
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
		if (button.kind === "url") return { text: button.text, url: button.url };
		if (button.kind === "copy") return { text: button.text, copy_text: { text: button.copy } };
		if (button.kind === "disabled") return { text: button.text, disabled: {} };
		const n = button.value === undefined ? (button.number ?? null) : choices.push(button.value) - 1;
		const data = encodeCallback({ rev, verb: button.verb, n });
		return { text: button.text, callback_data: data, ...(button.style && { style: button.style }) };
	};
	const rows = [...(view.buttons ?? []).map((row) => row.map(encode)), ...(view.keyboard ?? [])];
	return { keyboard: rows.filter((row) => row.length > 0), choices };
}
