import type { InlineKeyboardButton } from "grammy/types";
import type { Params } from "../ports.ts";
import type { Html } from "./html.ts";
import { type Route, type RouteRef, routeRef } from "./route.ts";

/** The text and buttons of a screen. A function without side effects creates the view, and the renderer sends it. */
export interface View {
	text: Html;
	buttons?: Button[][];
	/** A rendered menu of `@grammyjs/menu`, shown below `buttons`. */
	keyboard?: InlineKeyboardButton[][];
	/**
	 * Set if the view shows a secret: the milliseconds until the message is rendered again without the secret. The
	 * message also cannot be forwarded.
	 */
	secretFor?: number;
	/**
	 * A file to send with `text` as its caption. With `picture`, it is sent as a photo. The message is never edited, so
	 * its buttons must open screens in new messages (`linkInNewMessage`).
	 */
	document?: { name: string; bytes: Uint8Array; picture?: true };
	/**
	 * True if the data of the screen no longer exists, or no longer concerns the person. If the screen already has a
	 * message, the message shows this view. If it has no message, none is sent.
	 */
	gone?: true;
	/** Replaces the *Back* of the screen, for example by *Cancel*. */
	back?: Button;
	/** A row below *Back* and *Home*. */
	below?: Button[];
	/** True if the view has its last row already, or must have none. */
	closed?: true;
}

type Style = "primary" | "success" | "danger";

export type Button =
	/**
	 * A button that sends a callback. The bot stores `value` and never sends it to Telegram. `quoteNumber`: the number of
	 * the quote that the button confirms. The callback data contains this number.
	 */
	| { kind: "tap"; text: string; verb: string; value?: string; quoteNumber?: number; style?: Style }
	| { kind: "url"; text: string; url: string }
	| { kind: "copy"; text: string; copy: string }
	| { kind: "disabled"; text: string };

export function tap(
	text: string,
	verb: string,
	more: { value?: string; quoteNumber?: number; style?: Style } = {},
): Button {
	return { kind: "tap", text, verb, ...more };
}

/** Returns a button that shows another screen in the same message. */
export function link<P extends Params>(text: string, route: Route<P>, params: P, style?: Style): Button {
	const value = JSON.stringify(routeRef(route, params));
	return { kind: "tap", text, verb: "go", value, ...(style && { style }) };
}

/** Returns a button that shows another screen in a new message and keeps this one. */
export function linkInNewMessage<P extends Params>(text: string, route: Route<P>, params: P): Button {
	return { kind: "tap", text, verb: "beside", value: JSON.stringify(routeRef(route, params)) };
}

/** Splits buttons into rows of at most `length`. */
export function inRows(buttons: readonly Button[], length: number): Button[][] {
	return Array.from({ length: Math.ceil(buttons.length / length) }, (_, row) =>
		buttons.slice(row * length, (row + 1) * length),
	);
}

export function backTo(text: string, origin: RouteRef): Button {
	return { kind: "tap", text, verb: "go", value: JSON.stringify(origin) };
}

export function url(text: string, address: string): Button {
	return { kind: "url", text, url: address };
}

/** The most characters that a copy button can copy. Telegram sets this limit. */
export const mostCopied = 256;

export function copy(text: string, copied: string): Button {
	return { kind: "copy", text, copy: copied.slice(0, mostCopied) };
}

/**
 * The callback data of a button in the form `rev.verb[.n]`: the revision of the keyboard, the verb and a number.
 * Telegram allows only 64 bytes, so the bot stores the value of a button. `n` is the index of this value. If the button
 * has no value, `n` is the number of a quote.
 */
interface Callback {
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
 * Returns the keyboard for Telegram, and the values of its buttons. The caller must store the values together with
 * `rev`.
 */
export function keyboardOf(rev: number, view: View): { keyboard: InlineKeyboardButton[][]; choices: string[] } {
	const choices: string[] = [];
	const encode = (button: Button): InlineKeyboardButton => {
		const text = labelOf(button);
		if (button.kind === "url") return { text, url: button.url };
		if (button.kind === "copy") return { text, copy_text: { text: button.copy } };
		if (button.kind === "disabled") return { text, disabled: {} };
		const n = button.value === undefined ? (button.quoteNumber ?? null) : choices.push(button.value) - 1;
		const data = encodeCallback({ rev, verb: button.verb, n });
		return { text, callback_data: data, ...(button.style && { style: button.style }) };
	};
	const rows = [...(view.buttons ?? []).map((row) => row.map(encode)), ...(view.keyboard ?? [])];
	return { keyboard: rows.filter((row) => row.length > 0), choices };
}

/**
 * Returns the label in one line and without direction marks. A direction mark in one part, such as a tag, would reverse
 * the order of the whole label.
 */
function labelOf({ text }: Button): string {
	const line = text
		.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
	return line.trim() === "" ? "…" : line;
}
