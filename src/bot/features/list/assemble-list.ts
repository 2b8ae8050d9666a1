import { listNames, type RefusedName } from "../../../rules/list.ts";
import { parseDomain } from "../../../rules/names.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import type { Screen } from "../../ports.ts";
import { routes } from "../../routes.ts";

export type ListParams = NonNullable<ReturnType<typeof routes.list.parse>>;

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

/**
 * Reads a text as a list, or as a continuation of the previous list. The last word of a long part may be half of a
 * name, so it waits for the next part.
 */
export function assembleList(text: string, at: number, before: ListParams | null, how: How = {}): ListParams {
	const { forwarded = false, every = false } = how;
	const more = belongsToList(before, at, forwarded) ? before : null;
	const whole = joinParts(more?.tail ?? "", text);
	const cut = isLong(text) ? whole.length - (/[^\s,;|]*$/.exec(whole)?.[0].length ?? 0) : whole.length;
	const found = listNames(whole.slice(0, cut), { every });
	const names = [...new Set([...(more?.names ?? []), ...found.names.map((name) => name.ascii)])];
	const all = [...(more?.refused ?? []), ...found.refused.map(keptRefused)];
	return {
		names: names.slice(0, mostNames),
		more: (more?.more ?? 0) + Math.max(0, names.length - mostNames),
		...cutRefused(all, more?.refusedMore),
		tail: whole.slice(cut).slice(0, 300),
		// A short list is looked up at once.
		from: names.length <= pageSize ? 0 : null,
		at,
		forwarded,
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
export function isLong(text: string): boolean {
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
export function belongsToList(before: ListParams | null, at: number, forwarded: boolean): before is ListParams {
	if (before === null || at - before.at > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded === true);
}

/** Returns the list with its last line, when no further part is expected. */
export function finishList(list: ListParams): ListParams {
	const last = listNames(list.tail).names.map((name) => name.ascii);
	return { ...list, tail: "", names: [...new Set([...list.names, ...last])].slice(0, mostNames) };
}
