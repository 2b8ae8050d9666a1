import { listNames, type RefusedName } from "../../../rules/list.ts";
import { parseDomain } from "../../../rules/names.ts";
import type { Intent } from "../../../rules/recognise.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import type { Screen } from "../../ports.ts";
import { routes } from "../../routes.ts";
import type { ParamsOf } from "../../screens/route.ts";

export type ListParams = ParamsOf<typeof routes.list>;

const mostNames = 2_000;
const mostRefused = 100;
/** The number of names that one call of the service takes, which is also one page. */
export const pageSize = 100;
/** The most seconds between two parts of one paste, or between forwarded messages of one list. */
const mergeWindowSeconds = 2;
/** A client splits a text of more than 4,096 characters at any position. */
const longPiece = 4_000;

interface How {
	forwarded?: boolean;
	/** Every word is meant as a name. */
	every?: boolean;
}

export interface ListMessage {
	text: string;
	intent: Intent["is"];
	/** Seconds since 1970. */
	at: number;
	forwarded: boolean;
	/** An edited message has the date of the original, so it never continues a list. */
	edited: boolean;
	every: boolean;
}

/**
 * Adds a message to the previous list, or starts a list with it. Returns null for a text that is neither. A client splits
 * a long paste anywhere, so the next part can look like anything. A text that long is no sentence.
 */
export function addMessage(
	previous: ListParams | null,
	{ text, intent, at, edited, ...how }: ListMessage,
): { list: ListParams; continues: boolean } | null {
	const before = !edited && belongsToList(previous, at, how.forwarded) ? previous : null;
	const isPart = before !== null && (before.tail !== "" || intent === "name" || intent === "refused");
	const isStart = intent === "names" || (intent === "words" && isLong(text));
	if (!isPart && !isStart) return null;
	return { list: assembleList(text, at, before, how), continues: before !== null };
}

/**
 * Reads a text as a list, or as a continuation of the previous list. The last word of a long part may be half of a
 * name, so it waits for the next part.
 */
export function assembleList(text: string, at: number, before: ListParams | null, how: How = {}): ListParams {
	const { forwarded = false, every = false } = how;
	const whole = joinParts(before?.tail ?? "", text);
	const end = isLong(text) ? whole.length - (/[^\s,;|]*$/.exec(whole)?.[0].length ?? 0) : whole.length;
	const found = listNames(whole.slice(0, end), { every });
	const names = [...new Set([...(before?.names ?? []), ...found.names.map((name) => name.ascii)])];
	const all = [...(before?.refused ?? []), ...found.refused.map(keptRefused)];
	return {
		names: names.slice(0, mostNames),
		more: (before?.more ?? 0) + Math.max(0, names.length - mostNames),
		...cutRefused(all, before?.refusedMore),
		tail: whole.slice(end).slice(0, 300),
		// A short list is looked up at once.
		from: names.length <= pageSize ? 0 : null,
		at,
		forwarded,
		selected: before?.selected ?? { all: true, names: [] },
	};
}

/**
 * Returns the list that a screen shows and the next message may continue. One forwarded name is the start of a list.
 */
export function listAt(screen: Screen | null): ListParams | null {
	if (screen?.feature === routes.list.name) return routes.list.parse(screen.params);
	const offer = screen?.feature === routes.offer.name ? routes.offer.parse(screen.params) : null;
	const invalid = screen?.feature === routes.invalid.name ? routes.invalid.parse(screen.params) : null;
	const { forwarded: at } = offer ?? invalid ?? {};
	const text = offer?.name ?? invalid?.text ?? "";
	return at === undefined ? null : assembleList(text, at, null, { forwarded: true, every: true });
}

/** Returns the part of a refused name that is stored with the screen. A text that may hold a token is not stored. */
export function keptRefused({ text, problem, part }: RefusedName): ListParams["refused"][number] {
	if (mayHoldToken(text)) return { text: "…", problem, part: "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}

/** Keeps as many refused names as a screen shows, and counts the rest. */
export function cutRefused(refused: ListParams["refused"], more = 0): Pick<ListParams, "refused" | "refusedMore"> {
	return { refused: refused.slice(0, mostRefused), refusedMore: more + Math.max(0, refused.length - mostRefused) };
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
function belongsToList(before: ListParams | null, at: number, forwarded: boolean): boolean {
	if (before === null || at - before.at > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded === true);
}

/** Returns the list with its last line, when no further part is expected. */
export function finishList(list: ListParams): ListParams {
	const last = listNames(list.tail).names.map((name) => name.ascii);
	return { ...list, tail: "", names: [...new Set([...list.names, ...last])].slice(0, mostNames) };
}
