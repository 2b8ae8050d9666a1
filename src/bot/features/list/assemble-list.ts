import { parseDomain } from "@domains/contract/names.ts";
import type { BoardEnd } from "../../../actions/board/board.ts";
import type { ListedNames } from "../../../reading/index.ts";
import type { Intent } from "../../../rules/intent.ts";
import { listNames, type RefusedName } from "../../../rules/list.ts";
import { isWholeRow, titleRowOf } from "../../../rules/name-table.ts";
import type { ParamsOf } from "../../screens/route.ts";
import { keptRefused } from "../../screens/shared/refused-names.ts";
import type { routes } from "../../screens.ts";

export type Position = ParamsOf<typeof routes.list>;

/** An entry of a list that is not looked up. `elsewhere`: a name outside the column of names, with its line as `part`. */
interface Piece {
	text: string;
	problem: RefusedName["problem"] | "elsewhere";
	part: string;
}

/**
 * Telegram splits a long paste into several messages. These messages form one list if they were sent at most this many
 * seconds apart. The same is true for several forwarded messages.
 */
const mergeWindowSeconds = 2;
/**
 * A Telegram client splits a text above 4,096 characters at any position. A message of at least this length may be one
 * of the parts.
 */
const longPiece = 4_000;
/** Maximum length of a `tail`. It has room for the titles and one row of a wide table. */
const longestTail = 2_000;

/** The names that one message adds to a list. */
export interface ListPart {
	names: string[];
	refused: Piece[];
	/** The number of further refused items, which are only counted. */
	more: number;
	duplicates: number;
	/**
	 * The last word of a message that is so long that Telegram may have split it. The next message may begin with the
	 * rest of this word. Of a table, its row of titles and its last row. For a shorter message, `tail` is "".
	 */
	tail: string;
}

export interface ListMessage {
	text: string;
	intent: Intent["is"];
	/** When the message was sent, as a Unix time in seconds. */
	at: number;
	forwarded: boolean;
	/**
	 * True if the message was edited. An edited message has the date of the original message, so it never continues a
	 * list.
	 */
	edited: boolean;
	/** True if every word must be read as a name. This is so for the argument of `/search`, for example. */
	every: boolean;
}

type End = Omit<BoardEnd, "boardId">;

/**
 * Parses a message as the next part of the previous list, or as a new list. Returns null if it is neither.
 * - If Telegram may have split the previous message, any text is the next part.
 * - If Telegram may have split this message, it counts as a list even if it reads like a sentence.
 */
export function readPart(
	previous: End | null,
	{ text, intent, at, forwarded, edited, every }: ListMessage,
): { part: ListPart; continues: boolean } | null {
	const before = !edited && belongsToList(previous, at, forwarded) ? previous : null;
	const isPart = before !== null && (before.tail !== "" || intent === "name" || intent === "refused");
	const isStart = intent === "names" || (intent === "words" && isLong(text));
	if (!isPart && !isStart) return null;
	return { part: splitPart(text, before?.tail ?? "", every), continues: before !== null };
}

/**
 * Returns the names in a text. `tail`: the last word of the previous message. Telegram may have split that word. The
 * text then begins with the rest of the word.
 */
export function splitPart(text: string, tail: string, every: boolean): ListPart {
	const whole = joinParts(tail, text);
	if (!isLong(text)) return readNames(whole, every);
	const titles = every ? undefined : titleRowOf(whole);
	const end = whole.length - (titles === undefined ? lastWord : lastLine)(whole).length;
	const rest = [...(titles === undefined ? [] : [titles]), whole.slice(end)].join("\n");
	return { ...readNames(whole.slice(0, end), every), tail: rest.slice(0, longestTail) };
}

function lastWord(text: string): string {
	// The lookbehind keeps the search linear: a word is tried only from its first character.
	return text.slice(text.search(/(?<![^\s,;|])[^\s,;|]*$/));
}

function lastLine(text: string): string {
	return text.slice(text.lastIndexOf("\n") + 1);
}

/** Returns the names in a text that is not split over several messages. */
export function readNames(text: string, every = false): ListPart {
	const list = listNames(text, { every });
	return partOf({ ...list, names: list.names.map((name) => name.ascii) });
}

/** Returns parsed names in the form that the action `board.add` accepts. A board is a stored list of names. */
export function partOf({ names, refused, elsewhere, more = 0, duplicates }: ListedNames): ListPart {
	const apart = elsewhere.map(({ line, text }) => ({ text, problem: "elsewhere" as const, part: String(line) }));
	const pieces = [...refused.map(keptRefused), ...apart];
	return { names, refused: pieces, more, duplicates, tail: "" };
}

/** True if the message is so long that the client may have split the text. */
function isLong(text: string): boolean {
	return text.length >= longPiece;
}

/**
 * Joins the last word of a message (`tail`) and the next message. Usually, both are parts of one word. But if the tail
 * and the first line of the next message are both complete names or rows, adds a line break between them. Telegram may have
 * trimmed this line break.
 */
function joinParts(tail: string, text: string): string {
	const [first = ""] = text.split("\n", 1);
	const [titles = "", row] = tail.split("\n", 2);
	const isApart =
		row === undefined
			? parseDomain(tail).ok && parseDomain(first).ok
			: isWholeRow(titles, row) && isWholeRow(titles, first);
	return isApart ? `${tail}\n${text}` : `${tail}${text}`;
}

/**
 * True if a text continues the previous list. The text must arrive within `mergeWindowSeconds`. In addition, one of
 * these must be true: Telegram may have split the previous message, or the person forwarded both messages.
 */
function belongsToList(before: End | null, at: number, forwarded: boolean): boolean {
	if (before === null || at - before.saidAt > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded);
}
