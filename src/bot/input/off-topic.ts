import type { Intent } from "../../rules/recognise.ts";
import { isListOfWords, mayHoldToken } from "../../rules/secrets.ts";
import type { SessionContext } from "../context.ts";
import { shorten } from "../screens/html.ts";

const offTopicIntents = new Set<Intent["is"]>(["name", "reference", "record", "zone_file", "base"]);

type Input = Pick<SessionContext, "intent" | "incoming">;

/** True if a text is clearly no answer to the current question. A number is always an answer. */
export function isOffTopic({ intent, incoming }: Input): boolean {
	if (/^\d+$/.test(incoming.text.trim())) return false;
	return offTopicIntents.has(intent.is) || (intent.is === "names" && intent.names.length > 0);
}

/** True for a name, a list, a record and a reference. They never answer a question for a secret or a sum. */
export function isOtherInput(input: Input): boolean {
	const { intent, incoming } = input;
	return (isOffTopic(input) && intent.is !== "base") || (intent.is !== "token" && isListOfWords(incoming.text));
}

/** Returns a rejected answer to quote in the reply: shortened, and without anything that may be a token. */
export function quoteInput(text: string): string {
	return mayHoldToken(text) ? "…" : shorten(text.trim(), 60);
}
