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
/** The most seconds between two parts of one paste, or between forwarded messages of one list. */
const mergeWindowSeconds = 2;
/** A client splits a text of more than 4,096 characters at any position. */
const longPiece = 4_000;

/** What a message adds to a list. */
export interface ListPart {
	names: string[];
	refused: Piece[];
	duplicates: number;
	/** The last word of a long part may be half of a name, so it waits for the next part. */
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
	/** Every word is meant as a name. */
	every: boolean;
}

type End = Omit<BoardEnd, "boardId">;

/**
 * Reads a message as a part of the previous list, or as the start of a list. Returns null for a text that is neither. A
 * client splits a long paste anywhere, so the next part can look like anything. A text that long is no sentence.
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

/** Reads the names of a text that follows `tail`. */
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

/** Returns the part of a refused name that is stored. A text that may hold a token is not stored. */
export function keptRefused({ text, problem, part }: RefusedName) {
	if (mayHoldToken(text)) return { text: "…", problem, part: "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}

/** Keeps as many refused names as a screen shows, and counts the rest. */
export function cutRefused(refused: readonly Piece[]): { refused: Piece[]; refusedMore: number } {
	return { refused: refused.slice(0, mostRefused), refusedMore: Math.max(0, refused.length - mostRefused) };
}

/** True if a client may have split the text and sends the rest in another message. */
function isLong(text: string): boolean {
	return text.length >= longPiece;
}

/** Joins two halves of one line. Also handles two lines whose line break was lost, because Telegram trims messages. */
function joinParts(tail: string, text: string): string {
	const [first = ""] = text.split("\n", 1);
	return parseDomain(tail).ok && parseDomain(first).ok ? `${tail}\n${text}` : `${tail}${text}`;
}

/**
 * True if a text continues the previous list: it arrives within the merge window, and a client split the two or the
 * person forwarded both. A separate list gets its own reply.
 */
function belongsToList(before: End | null, at: number, forwarded: boolean): boolean {
	if (before === null || at - before.saidAt > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded);
}
