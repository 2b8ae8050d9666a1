import type { InlineKeyboardButton } from "grammy/types";
import type { Params } from "../ports.ts";
import type { Html } from "./html.ts";
import { type Route, type RouteRef, routeRef } from "./route.ts";

/** The text and the buttons of a screen. Pure functions create it from data and texts, and the renderer sends it. */
export interface View {
	text: Html;
	buttons?: Button[][];
	/** A rendered menu of `@grammyjs/menu`, shown below `buttons`. */
	keyboard?: InlineKeyboardButton[][];
	/** The view shows a secret: it cannot be forwarded or saved. It is redrawn without the secret after this many milliseconds. */
	secretFor?: number;
	/**
	 * Sent as a file with `text` as its caption, or as a `picture` that the chat shows. Such a message has no buttons,
	 * because it is never edited.
	 */
	document?: { name: string; bytes: Uint8Array; picture?: true };
	/** The subject no longer exists. An existing message shows this view, but no new message is sent for it. */
	gone?: true;
}

type Style = "primary" | "success" | "danger";

export type Button =
	/** `value` is stored and never sent to Telegram. `number`, the quote number of verbs that spend money, is sent. */
	| { kind: "tap"; text: string; verb: string; value?: string; number?: number; style?: Style }
	| { kind: "url"; text: string; url: string }
	| { kind: "copy"; text: string; copy: string }
	| { kind: "disabled"; text: string };

export function tap(text: string, verb: string, more: { value?: string; number?: number; style?: Style } = {}): Button {
	return { kind: "tap", text, verb, ...more };
}

/** A button that shows another screen in the same message. */
export function link<P extends Params>(text: string, route: Route<P>, params: P, style?: Style): Button {
	const value = JSON.stringify(routeRef(route, params));
	return { kind: "tap", text, verb: "go", value, ...(style && { style }) };
}

/** A button that shows another screen in a new message and keeps this one. */
export function linkInNewMessage<P extends Params>(text: string, route: Route<P>, params: P): Button {
	return { kind: "tap", text, verb: "beside", value: JSON.stringify(routeRef(route, params)) };
}

/** Puts buttons into rows of this length. */
export function inRows(buttons: readonly Button[], length: number): Button[][] {
	return Array.from({ length: Math.ceil(buttons.length / length) }, (_, row) =>
		buttons.slice(row * length, (row + 1) * length),
	);
}

/** A button that leads back to the previous screen. */
export function backTo(text: string, origin: RouteRef): Button {
	return { kind: "tap", text, verb: "go", value: JSON.stringify(origin) };
}

export function url(text: string, address: string): Button {
	return { kind: "url", text, url: address };
}

/** The characters that Telegram lets a button copy. */
export const mostCopied = 256;

export function copy(text: string, copied: string): Button {
	return { kind: "copy", text, copy: copied.slice(0, mostCopied) };
}
