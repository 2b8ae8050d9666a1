import { type Intent, recognise } from "../rules/recognise.ts";
import { mayBeToken } from "../rules/secrets.ts";
import { shorten } from "./html.ts";

const elsewhere = new Set<Intent["is"]>(["name", "reference", "record", "zone_file", "base"]);

/** Whether a text is plainly meant for something else than the question at hand, and no odd answer to it. */
export function isElsewhere(text: string): boolean {
	const intent = recognise(text);
	if (/^\d+$/.test(text.trim())) return false;
	return elsewhere.has(intent.is) || (intent.is === "names" && intent.names.length > 0);
}

/** An answer as it may be repeated in a complaint about it. */
export function repeated(text: string): string {
	return mayBeToken(text) ? "…" : shorten(text.trim(), 60);
}
