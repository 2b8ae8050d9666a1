import { type DomainName, parseDomain } from "@domains/contract/names.ts";
import { hasAnyWord } from "./input-words.ts";

/** Maximum number of words that the bot joins into one name. */
export const mostNameWords = 4;
/** A word that is not part of a name. It asks for a name, such as "buy", or connects two names, such as "and". */
const otherWord = new RegExp(`^(?:${hasAnyWord("lookup")}|${hasAnyWord("conjunction")})$`, "iu");
/** A number or a bullet before an item of a list. */
const itemMark = /^(?:\d{1,5}[.)]?|[-*•–—·→>])\s+/u;
/** Words of characters that a name may contain, with single spaces between the words. */
const nameLike = /^[\p{L}\p{N}-]+(?: [\p{L}\p{N}.-]+)+$/u;
/** The number of characters of an item that are read. The rest of a longer item is ignored. */
const longestItem = 300;

/**
 * The two names that a person may mean by "coffee shop.com". `own`: the last word alone, `shop.com`. `joined`: all
 * words together, `coffeeshop.com`.
 */
export interface SpacedName {
	own: DomainName;
	joined: DomainName;
}

/**
 * Reads a few words with a name at the end: "northwind coffee.net" is `coffee.net` or `northwindcoffee.net`. Returns
 * undefined if there are no such words.
 */
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
 * Like `joinWords`, for an item of a list. A number or a bullet before the item is removed. Undefined if the item has
 * several spaces in a row, because its words may then be columns of a table.
 */
export function readSpaced(item: string): SpacedName | undefined {
	const bare = item.trim().slice(0, longestItem).replace(itemMark, "");
	const [first = ""] = bare.split(" ", 1);
	return nameLike.test(bare) && /\p{L}/u.test(first) ? joinWords(bare) : undefined;
}

function nameOf({ ok: _, ...name }: { ok: true } & DomainName): DomainName {
	return name;
}
