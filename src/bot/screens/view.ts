import type { InlineKeyboardButton } from "grammy/types";
import type { Params } from "../ports.ts";
import type { Html } from "./html.ts";
import { type Route, type RouteRef, routeRef } from "./route.ts";

/** What a screen says and offers: made by pure functions from data and texts, sent by the one who holds the lease. */
export interface View {
	text: Html;
	buttons?: Button[][];
	/** Beneath `buttons`: a menu of the plugin, already rendered. */
	keyboard?: InlineKeyboardButton[][];
	/** Shows a secret: not to be forwarded or saved, and drawn anew without it after so many milliseconds. */
	secretFor?: number;
	/** Sent as a file with `text` as its caption. Such a message has no buttons, because it is never edited. */
	document?: { name: string; bytes: Uint8Array };
	/** What it told of is gone: for a message that stands already, and not worth one of its own. */
	gone?: true;
}

type Style = "primary" | "success" | "danger";

export type Button =
	/** `value` comes back with the tap and never travels; `number` is the money verbs' quote number and does. */
	| { kind: "tap"; text: string; verb: string; value?: string; number?: number; style?: Style }
	| { kind: "url"; text: string; url: string }
	| { kind: "copy"; text: string; copy: string }
	| { kind: "disabled"; text: string };

export function tap(text: string, verb: string, more: { value?: string; number?: number; style?: Style } = {}): Button {
	return { kind: "tap", text, verb, ...more };
}

/** Leads to another screen in the same message. */
export function link<P extends Params>(text: string, route: Route<P>, params: P, style?: Style): Button {
	const value = JSON.stringify(routeRef(route, params));
	return { kind: "tap", text, verb: "go", value, ...(style && { style }) };
}

/** The same in a message of its own, where this one is worth keeping. */
export function linkInNewMessage<P extends Params>(text: string, route: Route<P>, params: P): Button {
	return { kind: "tap", text, verb: "beside", value: JSON.stringify(routeRef(route, params)) };
}

/** Leads to where one came from. */
export function backTo(text: string, origin: RouteRef): Button {
	return { kind: "tap", text, verb: "go", value: JSON.stringify(origin) };
}

export function url(text: string, address: string): Button {
	return { kind: "url", text, url: address };
}

/** Telegram copies up to 256 characters. */
export function copy(text: string, copied: string): Button {
	return { kind: "copy", text, copy: copied.slice(0, 256) };
}
