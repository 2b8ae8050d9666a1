import type { BoardEnd } from "../../../actions/index.ts";
import { listNames, type RefusedName } from "../../../rules/list.ts";
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
/** A client splits a text above 4,096 characters at any position. A text of this length may have been split. */
const longPiece = 4_000;

/** The content that one message adds to a list. */
export interface ListPart {
	names: string[];
	refused: Piece[];
	duplicates: number;
	/** The last word of a long message. It may be half of a name that the next message completes. */
	tail: string;
}

export interface ListMessage {
	text: string;
	intent: Intent["is"];
	/** Seconds since 1970. */
	at: number;
	forwarded: boolean;
	/** An edited message has the date of the original, so it never continues a list. */
	edited: boolean;
	/** True if every word is meant as a name. */
	every: boolean;
}

type End = Omit<BoardEnd, "boardId">;

/**
 * Reads a message as the next part of the previous list, or as a new list. Returns null for any other text. The next
 * part of a split paste can look like anything. A text as long as a split part counts as a list, not as a sentence.
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

/** Reads the names of a text. `tail`: the last word of the previous message, which the text may complete. */
export function splitPart(text: string, tail: string, every: boolean): ListPart {
	const whole = joinParts(tail, text);
	const end = isLong(text) ? whole.length - (/[^\s,;|]*$/.exec(whole)?.[0].length ?? 0) : whole.length;
	return { ...readNames(whole.slice(0, end), every), tail: whole.slice(end).slice(0, 300) };
}

/** Reads the names of a complete text. */
export function readNames(text: string, every = false): ListPart {
	const { names, refused, duplicates } = listNames(text, { every });
	return { names: names.map((name) => name.ascii), refused: refused.map(keptRefused), duplicates, tail: "" };
}

/** Returns a refused name as it is stored. A text that may contain a token is not stored. */
export function keptRefused({ text, problem, part }: RefusedName) {
	if (mayHoldToken(text)) return { text: "…", problem, part: "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}

/** Keeps as many refused names as a screen shows, and returns the number of the others. */
export function cutRefused(refused: readonly Piece[]): { refused: Piece[]; refusedMore: number } {
	return { refused: refused.slice(0, mostRefused), refusedMore: Math.max(0, refused.length - mostRefused) };
}

/** True if a client may have split the text and sends the rest in another message. */
function isLong(text: string): boolean {
	return text.length >= longPiece;
}

/** Joins two messages. Restores a line break between two complete names, because Telegram trims messages. */
function joinParts(tail: string, text: string): string {
	const [first = ""] = text.split("\n", 1);
	return parseDomain(tail).ok && parseDomain(first).ok ? `${tail}\n${text}` : `${tail}${text}`;
}

/**
 * True if a text continues the previous list: it arrives within the merge window, and either a client split the paste
 * or the person forwarded both. A separate list gets a separate reply.
 */
function belongsToList(before: End | null, at: number, forwarded: boolean): boolean {
	if (before === null || at - before.saidAt > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded);
}
