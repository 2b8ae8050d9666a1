import type { Middleware } from "grammy";
import type { BotContext } from "../context.ts";

/**
 * The sequence in which the middlewares are offered a text. The first middleware that claims the text handles it, and
 * the later ones do not run.
 */
export const claimOrder = [
	{ claim: "signing-secret", takes: "the secret that signs webhook events" },
	{ claim: "token", takes: "an API token, also in a caption or a file" },
	{ claim: "question", takes: "an answer to the question of a conversation" },
	{ claim: "command", takes: "a command" },
	{ claim: "cancel", takes: "the word “cancel”, like the command" },
	{ claim: "screen", takes: "a text that the last screen of the chat accepts" },
	{ claim: "request", takes: "a sentence, such as “renew shop.com for 2 years”" },
	{ claim: "record", takes: "a DNS record without a domain" },
	{ claim: "reference", takes: "the reference of an order, such as #4K7Q" },
	{ claim: "late-answer", takes: "an answer to an interrupted question" },
	{ claim: "zone-file", takes: "a file of DNS records, as a file or as text" },
	{ claim: "list", takes: "several names, or the next part of a pasted list" },
	{ claim: "name", takes: "a name, or words for one" },
	{ claim: "unknown", takes: "everything else, so that every text gets a reply" },
] as const;

export type Claim = (typeof claimOrder)[number]["claim"];

/**
 * Maps each claim to its middleware. A claim is a kind of text, such as `token`. A middleware calls `next` for a text
 * that it does not handle.
 */
export type Claims = Partial<Record<Claim, Middleware<BotContext>>>;

/** Returns the middlewares in the order of `claimOrder`. Throws if a claim has no middleware or several. */
export function orderClaims(made: readonly Claims[]): Middleware<BotContext>[] {
	return claimOrder.map(({ claim }) => {
		const [only, ...others] = made.flatMap((each) => each[claim] ?? []);
		if (only === undefined || others.length > 0) throw new Error(`Claim ${claim} must be made exactly once.`);
		return only;
	});
}
