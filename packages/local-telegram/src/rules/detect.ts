import { type Entity, type FormattedText, isQuote, isSplittable } from "./entity.ts";
import { nest } from "./nesting.ts";

const word = String.raw`[\p{L}\p{N}_]`;
const hashtagLetter = String.raw`[\p{L}\p{M}\p{N}_\u00b7\u200c]`;

/** A host name that ends with one of these, or any two letters, is a link even without `https://`. */
const endings =
	// wording-ok: `news` is a top-level domain here.
	"com|net|org|info|biz|name|pro|edu|gov|mil|int|app|dev|xyz|online|site|store|shop|club|tech|cloud|blog|news|live|page|link|wiki|space|website|agency|studio|digital|email|games|group|life|media|world|team|tools|today|zone|market|domains|host|travel|mobi|asia|рф|бел|укр|онлайн|сайт|москва|\\p{L}{2}|xn--[a-z0-9-]+";
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\-_]*[\p{L}\p{N}])?`;
const path = String.raw`[^\s<>"«»]*[^\s<>"«».,:;!?'()\[\]{}]`;
/**
 * Port, path and query. A slash at the end belongs to the link. Other punctuation at the end belongs to the sentence
 * around it.
 */
const tail = String.raw`(?::\d{1,5})?(?:/(?:${path})?|[?#]${path})?`;

/** TDLib, find_entities. */
const patterns: readonly { type: Entity["type"]; pattern: RegExp }[] = [
	{ type: "email", pattern: /(?<![\w.+-])[\w.+-]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}_])/gu },
	{
		type: "url",
		pattern: new RegExp(String.raw`(?<!${word}|@|\.)(?:https?|ftp|tonsite)://(?:${label}\.)*${label}${tail}`, "giu"),
	},
	{
		type: "url",
		pattern: new RegExp(
			String.raw`(?<!${word}|[@./\-])(?:${label}\.)+(?:${endings})(?!${word}|-|\.${word})${tail}`,
			"giu",
		),
	},
	{
		type: "bot_command",
		pattern: new RegExp(`(?<!${word}|[/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?!${word}|[/<>])`, "gu"),
	},
	{ type: "mention", pattern: new RegExp(`(?<!${word})@[A-Za-z0-9_]{2,32}(?!${word})`, "gu") },
	{
		type: "hashtag",
		pattern: new RegExp(
			String.raw`(?<!${hashtagLetter})#(?=${hashtagLetter}*\p{L})${hashtagLetter}{1,256}(?!${hashtagLetter}*#)`,
			"gu",
		),
	},
	{ type: "cashtag", pattern: /(?<![\p{L}\p{N}_$])\$[A-Z][A-Z0-9]{0,7}(?![\p{L}\p{N}_$])/gu },
];

/** Skips a match that overlaps an existing link, code or mention, or crosses the border of a quote. */
export function detect({ text, entities }: FormattedText): FormattedText {
	const taken = entities.filter((entity) => !isSplittable(entity) && !isQuote(entity));
	for (const { type, pattern } of patterns) {
		for (const match of text.matchAll(pattern)) {
			const found = { type, offset: match.index, length: match[0].length };
			if (!taken.some((each) => overlap(each, found)) && !entities.some((each) => crossesQuote(each, found))) {
				taken.push(found);
			}
		}
	}
	const added = taken.filter((entity) => !entities.includes(entity));
	return { text, entities: added.length === 0 ? entities : nest([...entities, ...added]) };
}

const overlap = (a: Entity, b: Entity): boolean => a.offset < b.offset + b.length && b.offset < a.offset + a.length;

function crossesQuote(quote: Entity, found: Entity): boolean {
	const inside = quote.offset <= found.offset && found.offset + found.length <= quote.offset + quote.length;
	return isQuote(quote) && overlap(quote, found) && !inside;
}
