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
	 * Set if the data of the screen no longer exists, or no longer concerns the person. If the screen already has a
	 * message, the message shows this view. Otherwise, no message is sent.
	 */
	gone?: true;
}

type Style = "primary" | "success" | "danger";

export type Button =
	/**
	 * A button that sends a callback. The bot stores `value` and never sends it to Telegram. `number` is part of the
	 * callback data. It is the number of the quote that the button confirms.
	 */
	| { kind: "tap"; text: string; verb: string; value?: string; number?: number; style?: Style }
	| { kind: "url"; text: string; url: string }
	| { kind: "copy"; text: string; copy: string }
	| { kind: "disabled"; text: string };

export function tap(text: string, verb: string, more: { value?: string; number?: number; style?: Style } = {}): Button {
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

/** Returns a button that leads back to the previous screen. */
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
