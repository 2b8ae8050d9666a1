import { parseDomain } from "@domains/contract/names.ts";

/** Characters that prose, quotes, lists and Markdown put around a name. They do not belong to the name. */
const leading = /^[\u200b\ufeff"'`«»“”„‘’([{*•–—→·#>]+/;
const trailing = /[\u200b\ufeff"'`«»“”„‘’)\]}*,;:!?…]+$/;
const scheme = /^[a-z][a-z\d+.-]*:\/\//i;
/** Maximum length of a link. A longer word is not parsed as a link but refused as too long. */
const longestWord = 2_048;

/**
 * Returns the host of a link or address: `https://user@www.example.com:8080/path?x` -> `www.example.com`. Returns any
 * other text without the quotes or brackets around it.
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
	// Drop what precedes an `@`: the user name in a URL or in a mail address.
	const host = authority.includes("@") ? authority.slice(authority.lastIndexOf("@") + 1) : authority;
	if (!linked && authority === "") return word;
	return host.replace(/^mailto:/i, "").replace(/:\d{0,5}$/, "");
}

/**
 * Returns the part of a word to parse as a name: the host of a link, or the word itself. Keeps a mail address whole, so
 * that the parser refuses it.
 */
export function nameIn(word: string): string {
	const mail = word.length > longestWord ? null : /^(?:mailto:)?([^\s/@:?#]+@[^\s/@]+)$/i.exec(unwrap(word));
	return mail?.[1] ?? hostOf(word);
}

/** True if a word has a dot between other characters. It then looks like a name, but may still be invalid. */
export function isDotted(word: string): boolean {
	return /[^.\u3002\uff0e\uff61][.\u3002\uff0e\uff61]+[^.\u3002\uff0e\uff61]/.test(word);
}

/** True for a cell that is one name, or a link to one. */
export function holdsName(cell: string): boolean {
	const host = nameIn(cell);
	return isDotted(host) && !/\s/.test(cell.trim()) && parseDomain(host).ok;
}

function unwrap(word: string): string {
	const inner = /^<(.+)>$/.exec(word)?.[1];
	const bare = inner !== undefined && /[.@]/.test(inner) ? inner : word;
	// Keep a leading `*.`, because the person typed it on purpose. `parseDomain` then refuses the name. Without the `*.`,
	// it would accept a name that the person did not type.
	const text = /^\*\.[^.*]/.test(bare) ? bare : bare.replace(leading, "");
	return text.replace(trailing, "");
}
