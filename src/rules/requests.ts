import { domainName, hasAnyWord } from "./input-words.ts";

/** Requests that people know from other registrars but that have no endpoint in the service's specification. */
export const unsupported = ["transfer", "auth_code", "registry_lock", "contacts", "dnssec", "deletion"] as const;
export type Unsupported = (typeof unsupported)[number];
/**
 * A request that a person makes in words. `auto_renew` asks for the bot's page for auto-renew; all others are
 * unsupported.
 */
export type Request = Unsupported | "auto_renew";

/**
 * Maximum length of a request in UTF-16 code units. A longer text is not a request. The limit also bounds the running
 * time of the regular expressions.
 */
const longestText = 120;
/** Maximum number of words in the phrase that names a request, such as "delete the domain". */
const mostWords = 6;

const whole = (source: string) => new RegExp(`^(?:${source})$`, "iu");
const phrases = ([...unsupported, "auto_renew"] as const).map((wants) => ({ wants, phrase: whole(hasAnyWord(wants)) }));
const before = whole(hasAnyWord("before"));
const after = whole(`${hasAnyWord("after")}|${hasAnyWord("direction")}|${domainName}`);
const direction = whole(hasAnyWord("direction"));

/**
 * Reads a request, alone or in a sentence: "auth code for shop.com", "How do I get the auth code?". All other words
 * must be typical of such a sentence, so that "transfer wise shop" stays a search.
 */
export function readRequest(text: string): Request | undefined {
	if (text.length > longestText) return undefined;
	const words = text
		.replace(/[^\p{L}\p{N}]+$/u, "")
		.split(/[\s,]+/)
		.filter(Boolean);
	const lead = words.findIndex((word) => !before.test(word));
	for (let start = 0; start <= (lead < 0 ? words.length : lead); start += 1) {
		for (let end = start + 1; end <= Math.min(words.length, start + mostWords); end += 1) {
			const phrase = words.slice(start, end).join(" ");
			const found = phrases.find((each) => each.phrase.test(phrase));
			if (found && isUsual(words.slice(end))) return found.wants;
		}
	}
	return undefined;
}

/**
 * True if these words may follow the phrase that names a request. After a word of direction such as "to", any word may
 * follow, as in "to godaddy".
 */
function isUsual(words: readonly string[]): boolean {
	return words.every((word, at) => after.test(word) || direction.test(words[at - 1] ?? ""));
}
