import { type DomainName, parseDomain } from "@domains/contract/names.ts";
import { hasAnyWord } from "./input-words.ts";

export const mostNameWords = 4;
/** It asks for a name, such as "buy", or connects two names, such as "and". */
const otherWord = new RegExp(`^(?:${hasAnyWord("lookup")}|${hasAnyWord("conjunction")})$`, "iu");
/** Precedes an item of a list. */
const itemMark = /^(?:\d{1,5}[.)]?|[-*•–—·→>])\s+/u;
/** Single spaces between words of characters that a name may contain. */
const nameLike = /^[\p{L}\p{N}-]+(?: [\p{L}\p{N}.-]+)+$/u;
/** In characters. The rest of a longer item is ignored. */
const longestItem = 300;

/** "coffee shop.com" may mean the last word alone (`own`), or all words together (`joined`). */
export interface SpacedName {
	own: DomainName;
	joined: DomainName;
}

/** "northwind coffee.net" is `coffee.net` or `northwindcoffee.net`. */
export function joinWords(text: string): SpacedName | undefined {
	const each = text.split(/\s+/);
	const last = each.pop() ?? "";
	const first = each.findIndex((word) => !otherWord.test(word));
	if (first < 0 || each.length - first >= mostNameWords || each.some((word) => word.includes("."))) return undefined;
	const own = parseDomain(last);
	const joined = own.ok ? parseDomain([...each.slice(first), last].join("")) : own;
	if (!own.ok || !joined.ok) return undefined;
	return { own: nameOf(own), joined: nameOf(joined) };
}

/**
 * An item of a list may have a number or a bullet before it. Undefined if it has several spaces in a row, because its
 * words may then be columns of a table.
 */
export function readSpaced(item: string): SpacedName | undefined {
	const bare = item.trim().slice(0, longestItem).replace(itemMark, "");
	const [first = ""] = bare.split(" ", 1);
	return nameLike.test(bare) && /\p{L}/u.test(first) ? joinWords(bare) : undefined;
}

function nameOf({ ok: _, ...name }: { ok: true } & DomainName): DomainName {
	return name;
}
