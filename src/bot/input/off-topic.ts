import type { Intent } from "../../rules/recognise.ts";
import { isListOfWords, mayHoldToken } from "../../rules/secrets.ts";
import type { SessionContext } from "../context.ts";
import { shorten } from "../screens/html.ts";

const offTopicIntents = new Set<Intent["is"]>(["name", "reference", "record", "zone_file", "base"]);

type Input = Pick<SessionContext, "intent" | "incoming">;

/**
 * True if a text clearly starts another task, such as a name, a record or the reference of an order. False for a
 * number, because it may always be an answer.
 */
export function isOffTopic({ intent, incoming }: Input): boolean {
	if (/^\d+$/.test(incoming.text.trim())) return false;
	return offTopicIntents.has(intent.is) || (intent.is === "names" && intent.names.length > 0);
}

/**
 * Like `isOffTopic`, but for a question to which a single word can be an answer, such as a secret, a sum or a time. A
 * single word without an extension (`base`) is therefore not off-topic. A list of words is.
 */
export function isOtherInput(input: Input): boolean {
	const { intent, incoming } = input;
	return (isOffTopic(input) && intent.is !== "base") || (intent.is !== "token" && isListOfWords(incoming.text));
}

/**
 * Returns a rejected answer, shortened so that the reply can quote it. Returns "…" if the answer may contain a token.
 */
export function quoteInput(text: string): string {
	return mayHoldToken(text) ? "…" : shorten(text.trim(), 60);
}
