import type { EntityType, EntityView } from "../protocol.ts";

/** Offsets are in UTF-16 units. */
export type Entity = EntityView;

export interface FormattedText {
	text: string;
	entities: Entity[];
}

/** The entity whose type has the smaller number is outside (TDLib, get_type_priority). */
const priorities: Partial<Record<EntityType, number>> = {
	blockquote: 0,
	expandable_blockquote: 0,
	pre: 11,
	code: 20,
	date_time: 30,
	text_link: 49,
	text_mention: 49,
	bold: 90,
	italic: 91,
	underline: 92,
	strikethrough: 93,
	spoiler: 94,
	custom_emoji: 99,
};

/** They are split where another entity begins or ends. */
const splittable: readonly EntityType[] = ["bold", "italic", "underline", "strikethrough", "spoiler"];

const isSplittable = (entity: Entity): boolean => splittable.includes(entity.type);
const isQuote = (entity: Entity): boolean => entity.type === "blockquote" || entity.type === "expandable_blockquote";
/** They cannot contain other entities. */
const isCode = (entity: Entity): boolean => entity.type === "code" || entity.type === "pre";

export const endOf = (entity: Entity): number => entity.offset + entity.length;

/** An outer entity precedes those inside it: by offset, then from long to short, then by type. */
export function sorted(entities: readonly Entity[]): Entity[] {
	const priority = (entity: Entity): number => priorities[entity.type] ?? 50;
	return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || priority(a) - priority(b));
}

/**
 * TDLib, fix_entities.
 * - Links, code and similar types must not overlap. If two of them do, the later one is dropped. Code contains no other
 *   entities.
 * - A quote may contain every type except another quote.
 * - Bold and similar types are joined if they touch. They are split where another entity begins or ends.
 */
export function nest(entities: readonly Entity[]): Entity[] {
	const all = sorted(entities.filter((entity) => entity.length > 0));
	if (isWellNested(all)) return all;
	const quotes = withoutOverlaps(all.filter(isQuote));
	const solid = withoutOverlaps(all.filter((each) => !isSplittable(each) && !isQuote(each))).filter(
		(entity) => !quotes.some((quote) => crosses(entity, quote)),
	);
	return cutInto(sorted([...solid, ...quotes]), all.filter(isSplittable));
}

/** `nest` then returns them unchanged. */
function isWellNested(all: readonly Entity[]): boolean {
	const open: Entity[] = [];
	const lastEnd = new Map<Entity["type"], number>();
	for (const entity of all) {
		while (open.length > 0 && open.some((each) => endOf(each) <= entity.offset)) open.pop();
		const parent = open.at(-1);
		if (parent !== undefined && (endOf(entity) > endOf(parent) || !mayHold(open, entity))) return false;
		if (isSplittable(entity) && (lastEnd.get(entity.type) ?? -1) >= entity.offset) return false;
		lastEnd.set(entity.type, endOf(entity));
		open.push(entity);
	}
	return true;
}

/**
 * A quote may not be inside any entity. Bold and similar types may be inside links. All types except quotes may be
 * inside quotes.
 */
function mayHold(open: readonly Entity[], entity: Entity): boolean {
	if (isQuote(entity)) return false;
	return open.every((each) => isQuote(each) || (!isSplittable(each) && !isCode(each) && isSplittable(entity)));
}

function withoutOverlaps(entities: readonly Entity[]): Entity[] {
	let end = 0;
	return entities.filter((entity) => {
		if (entity.offset < end) return false;
		end = endOf(entity);
		return true;
	});
}

function crosses(entity: Entity, quote: Entity): boolean {
	const apart = endOf(entity) <= quote.offset || endOf(quote) <= entity.offset;
	return !apart && !(quote.offset <= entity.offset && endOf(entity) <= endOf(quote));
}

function cutInto(fixed: readonly Entity[], loose: readonly Entity[]): Entity[] {
	const borders = new Set(fixed.flatMap((entity) => [entity.offset, endOf(entity)]));
	const pieces = splittable
		.flatMap((type) => joined(loose.filter((entity) => entity.type === type)))
		.flatMap((entity) => cutAt(entity, borders))
		.filter((piece) => !fixed.some((each) => isCode(each) && overlaps(each, piece)));
	return sorted([...fixed, ...pieces]);
}

const overlaps = (a: Entity, b: Entity): boolean => a.offset < endOf(b) && b.offset < endOf(a);

function joined(same: readonly Entity[]): Entity[] {
	const result: Entity[] = [];
	for (const entity of same) {
		const last = result.at(-1);
		if (last !== undefined && entity.offset <= endOf(last)) {
			last.length = Math.max(endOf(last), endOf(entity)) - last.offset;
		} else {
			result.push({ ...entity });
		}
	}
	return result;
}

function cutAt(entity: Entity, borders: ReadonlySet<number>): Entity[] {
	const inside = [...borders]
		.filter((border) => border > entity.offset && border < endOf(entity))
		.sort((a, b) => a - b);
	const points = [entity.offset, ...inside, endOf(entity)];
	return points.slice(1).map((end, index) => {
		const offset = points[index] ?? entity.offset;
		return { ...entity, offset, length: end - offset };
	});
}

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

const schemes = ["tg", "ton", "tonsite"];

/**
 * The normalized form that Telegram stores, or the reason as `problem` (TDLib, LinkManager::check_link_impl,
 * parse_url).
 */
export function checkLink(link: string, options: { httpsOnly?: boolean } = {}): { url: string } | { problem: string } {
	const scheme = schemes.find((each) => link.toLowerCase().startsWith(`${each}:`));
	const rest = scheme === undefined ? link : link.slice(scheme.length + 1).replace(/^\/\//, "");
	const parts = partsOf(rest);
	if ("problem" in parts) return parts;
	if (options.httpsOnly === true && (scheme !== undefined || parts.protocol === "http")) {
		return { problem: "Only HTTPS links are allowed" };
	}
	if (scheme !== undefined) return ownLink(scheme, parts);
	if (!parts.host.includes(".") && !parts.host.startsWith("[")) return { problem: "Wrong HTTP URL" };
	const port = parts.port === 0 ? "" : `:${parts.port}`;
	return { url: `${parts.protocol}://${parts.user}${parts.host}${port}${parts.query}` };
}

interface Parts {
	protocol: string;
	user: string;
	host: string;
	port: number;
	query: string;
}

function partsOf(link: string): Parts | { problem: string } {
	const [, given, rest = ""] = /^(?:([^:/?#@[\]]*):\/\/)?(.*)$/s.exec(link) ?? [];
	const protocol = given?.toLowerCase() ?? "http";
	if (protocol !== "http" && protocol !== "https") return { problem: "Unsupported URL protocol" };
	const [, authority = "", tail = ""] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
	const [, before = "", digits] = /^(.*?)(?::([^:\]@]*))?$/s.exec(authority) ?? [];
	const port = digits === undefined ? 0 : Number(digits);
	if (digits !== undefined && (!/^\d+$/.test(digits) || port === 0 || port > 65535)) {
		return { problem: "Wrong port number specified in the URL" };
	}
	const at = before.lastIndexOf("@");
	const host = before.slice(at + 1).toLowerCase();
	if (host === "") return { problem: "URL host is empty" };
	if (host === ".") return { problem: "Host is invalid" };
	if (!host.startsWith("[") && /[^\w.\-!$,~*'();&+=%\u0080-\u{10ffff}]/u.test(host)) {
		return { problem: "Disallowed character in URL host" };
	}
	return { protocol, user: before.slice(0, at + 1), host, port, query: queryOf(tail) };
}

function queryOf(tail: string): string {
	const trimmed = tail.replace(/[\s\0]+$/, "");
	const rooted = trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
	return rooted.replace(
		/[^\P{Cc}\u007f-\u009f]| /gu,
		(c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
	);
}

function ownLink(scheme: string, parts: Parts): { url: string } | { problem: string } {
	if (parts.protocol !== "http" || parts.user !== "" || parts.port !== 0 || parts.host.startsWith("[")) {
		return { problem: scheme === "tg" ? "Wrong tg URL" : "Wrong ton URL" };
	}
	if (!(scheme === "tonsite" ? /^[\w.-]+$/ : /^[\w-]+$/).test(parts.host)) {
		return { problem: "Unallowed characters in URL host" };
	}
	return { url: `${scheme}://${parts.host}${parts.query.replace(/^\/\?/, "?")}` };
}

/** From `tg://user?id=…`. */
export function linkedPerson(link: string): number | null {
	const found = /^tg:(?:\/\/)?user\/?\?(?:[^#]*&)?id=(\d+)(?:[&#]|$)/i.exec(link);
	return found === null ? null : Number(found[1]);
}
