import type { BoardEnd } from "../../../actions/index.ts";
import { listNames, type NameList, type RefusedName } from "../../../rules/list.ts";
import { parseDomain } from "../../../rules/names.ts";
import type { Intent } from "../../../rules/recognise.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import type { routes } from "../../routes.ts";
import type { ParamsOf } from "../../screens/route.ts";

export type Position = ParamsOf<typeof routes.list>;

type Piece = ReturnType<typeof keptRefused>;

const mostRefused = 100;
/** The most seconds between two messages of one paste, or between forwarded messages of one list. */
const mergeWindowSeconds = 2;
/**
 * A Telegram client splits a text above 4,096 characters at any position. A text of at least this length may be a part.
 */
const longPiece = 4_000;

/** The names that one message adds to a list. */
export interface ListPart {
	names: string[];
	refused: Piece[];
	duplicates: number;
	/**
	 * The last word of a long message; "" if the message is short. It may be half of a name that the next message
	 * completes.
	 */
	tail: string;
}

export interface ListMessage {
	text: string;
	intent: Intent["is"];
	/** When the message was sent, in seconds since 1970. */
	at: number;
	forwarded: boolean;
	/** An edited message has the date of the original, so it never continues a list. */
	edited: boolean;
	/** True if every word must be read as a name. */
	every: boolean;
}

type End = Omit<BoardEnd, "boardId">;

/**
 * Parses a message as the next part of the previous list, or as a new list. Returns null for any other text. If the
 * previous message was a split part, any text continues it. A text long enough to be split counts as a list, not as a
 * sentence.
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

/** Returns the names in a text. `tail`: the last word of the previous message, which the text may complete. */
export function splitPart(text: string, tail: string, every: boolean): ListPart {
	const whole = joinParts(tail, text);
	const end = isLong(text) ? whole.length - (/[^\s,;|]*$/.exec(whole)?.[0].length ?? 0) : whole.length;
	return { ...readNames(whole.slice(0, end), every), tail: whole.slice(end).slice(0, 300) };
}

/** Returns the names in a text that is not split. */
export function readNames(text: string, every = false): ListPart {
	return partOf(listNames(text, { every }));
}

/** Returns found names in the form in which a board takes them. */
export function partOf({ names, refused, duplicates }: NameList): ListPart {
	return { names: names.map((name) => name.ascii), refused: refused.map(keptRefused), duplicates, tail: "" };
}

/** Returns a refused name in its stored form. Replaces a text that may contain a token by "…". */
export function keptRefused({ text, problem, part }: RefusedName) {
	if (mayHoldToken(text)) return { text: "…", problem, part: "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}

/** Returns the first `mostRefused` refused names, and the number of the others. */
export function cutRefused(refused: readonly Piece[]): { refused: Piece[]; refusedMore: number } {
	return { refused: refused.slice(0, mostRefused), refusedMore: Math.max(0, refused.length - mostRefused) };
}

/** True if the text may be the first part of a message that a client split. */
function isLong(text: string): boolean {
	return text.length >= longPiece;
}

/**
 * Joins the tail of a message and the next message. Adds a line break between two complete names, because Telegram
 * trims messages.
 */
function joinParts(tail: string, text: string): string {
	const [first = ""] = text.split("\n", 1);
	return parseDomain(tail).ok && parseDomain(first).ok ? `${tail}\n${text}` : `${tail}${text}`;
}

/**
 * True if a text continues the previous list: it arrives within the merge window, and either the previous text may be a
 * split part or the person forwarded both. Any other list gets its own reply.
 */
function belongsToList(before: End | null, at: number, forwarded: boolean): boolean {
	if (before === null || at - before.saidAt > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded);
}
