import { type Intent, recognise } from "../../rules/recognise.ts";
import { mayHoldToken } from "../../rules/secrets.ts";
import { shorten } from "../screens/html.ts";

const offTopicIntents = new Set<Intent["is"]>(["name", "reference", "record", "zone_file", "base"]);

/** Whether a text is plainly meant for something else than the question at hand, and no odd answer to it. */
export function isOffTopic(text: string): boolean {
	const intent = recognise(text);
	if (/^\d+$/.test(text.trim())) return false;
	return offTopicIntents.has(intent.is) || (intent.is === "names" && intent.names.length > 0);
}

/** Whether a text is a name, a list, a record or a reference: while a secret is asked for, no answer to that. */
export function isOtherInput(text: string): boolean {
	return isOffTopic(text) && recognise(text).is !== "base";
}

/** An answer as it may be repeated in a complaint about it. */
export function quoteInput(text: string): string {
	return mayHoldToken(text) ? "…" : shorten(text.trim(), 60);
}
