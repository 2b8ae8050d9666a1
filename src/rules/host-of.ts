import { parseDomain } from "@domains/contract/names.ts";

/** Prose, quotes, lists and Markdown put these around a name. */
const leading = /^[\u200b\ufeff"'`«»“”„‘’([{*•–—→·#>]+/;
const trailing = /[\u200b\ufeff"'`«»“”„‘’)\]}*,;:!?…]+$/;
const scheme = /^[a-z][a-z\d+.-]*:\/\//i;
/** A longer word is not parsed as a link but refused as too long. */
const longestWord = 2_048;

/**
 * `https://user@www.example.com:8080/path?x` -> `www.example.com`. Any other text loses the quotes or brackets around
 * it.
 */
export function hostOf(text: string): string {
	if (text.length > longestWord) return text;
	const word = unwrap(text.trim());
	const linked = scheme.test(word) || word.startsWith("//");
	const authority =
		word
			.replace(scheme, "")
			.replace(/^\/\//, "")
			.split(/[/?#\\]/, 1)[0] ?? "";
	// What precedes an `@` is the user name in a URL or in a mail address.
	const host = authority.includes("@") ? authority.slice(authority.lastIndexOf("@") + 1) : authority;
	if (!linked && authority === "") return word;
	return host.replace(/^mailto:/i, "").replace(/:\d{0,5}$/, "");
}

/** The host of a link, or the word itself. Keeps a mail address whole, so that the parser refuses it. */
export function nameIn(word: string): string {
	const mail = word.length > longestWord ? null : /^(?:mailto:)?([^\s/@:?#]+@[^\s/@]+)$/i.exec(unwrap(word));
	return mail?.[1] ?? hostOf(word);
}

/** Such a word looks like a name, but may still be invalid. */
export function isDotted(word: string): boolean {
	return /[^.\u3002\uff0e\uff61][.\u3002\uff0e\uff61]+[^.\u3002\uff0e\uff61]/.test(word);
}

/** One name, or a link to one. */
export function holdsName(cell: string): boolean {
	const host = nameIn(cell);
	return isDotted(host) && !/\s/.test(cell.trim()) && parseDomain(host).ok;
}

function unwrap(word: string): string {
	const inner = /^<(.+)>$/.exec(word)?.[1];
	const bare = inner !== undefined && /[.@]/.test(inner) ? inner : word;
	// The person typed a leading `*.` on purpose. With it, `parseDomain` refuses the name. Without it, it would accept a
	// name that the person did not type.
	const text = /^\*\.[^.*]/.test(bare) ? bare : bare.replace(leading, "");
	return text.replace(trailing, "");
}
