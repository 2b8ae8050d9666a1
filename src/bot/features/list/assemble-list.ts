import { listNames, type RefusedName } from "../../../rules/list.ts";
import { parseDomain } from "../../../rules/names.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import type { Screen } from "../../ports.ts";
import { routes } from "../../routes.ts";

export type ListParams = NonNullable<ReturnType<typeof routes.list.parse>>;

const mostNames = 2_000;
const mostRefused = 100;
/** What one call of the service takes, and so one page. */
export const pageSize = 100;
/** Seconds between two pieces of one paste, or between forwards that belong together. */
const mergeWindowSeconds = 2;
/** A client cuts a text of more than 4,096 characters wherever that happens to be. */
const longPiece = 4_000;

interface How {
	forwarded?: boolean;
	/** Each word is meant as a name. */
	every?: boolean;
}

/**
 * One piece of text as a list, or as more of the list before it, where it goes on with that. The last word of a long
 * piece may be half of a name, so it waits for the next piece.
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

/** What a screen shows as a list that may go on: one name that was forwarded by itself is the beginning of one. */
export function listAt(screen: Screen | null): ListParams | null {
	if (screen?.feature === routes.list.name) return routes.list.parse(screen.params);
	const offer = screen?.feature === routes.offer.name ? routes.offer.parse(screen.params) : null;
	const invalid = screen?.feature === routes.invalid.name ? routes.invalid.parse(screen.params) : null;
	const { forwarded: at } = offer ?? invalid ?? {};
	const text = offer?.name ?? invalid?.text ?? "";
	return at === undefined ? null : assembleList(text, at, null, { forwarded: true, every: true });
}

/** What a screen's row keeps of it. */
export function keptRefused({ text, problem, part }: RefusedName): ListParams["refused"][number] {
	if (mayHoldToken(text)) return { text: "…", problem, part: "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}

/** As many as are shown; the others are counted. */
export function cutRefused(refused: ListParams["refused"], more = 0): Pick<ListParams, "refused" | "refusedMore"> {
	return { refused: refused.slice(0, mostRefused), refusedMore: more + Math.max(0, refused.length - mostRefused) };
}

/** So long that a client may have cut it and sends the rest as a further message. */
export function isLong(text: string): boolean {
	return text.length >= longPiece;
}

/** Two halves of one line, or two lines whose break was lost at the cut, because Telegram trims what it sends. */
function joinParts(tail: string, text: string): string {
	const [first = ""] = text.split("\n", 1);
	return parseDomain(tail).ok && parseDomain(first).ok ? `${tail}\n${text}` : `${tail}${text}`;
}

/**
 * Whether a text belongs to the list before it, whatever it looks like by itself: within a breath, and either the other
 * half of what a client cut or forwarded together with it. A list of its own has an answer of its own.
 */
export function belongsToList(before: ListParams | null, at: number, forwarded: boolean): before is ListParams {
	if (before === null || at - before.at > mergeWindowSeconds) return false;
	return before.tail !== "" || (forwarded && before.forwarded === true);
}

/** The list with its last line, once no further piece is waited for. */
export function finishList(list: ListParams): ListParams {
	const last = listNames(list.tail).names.map((name) => name.ascii);
	return { ...list, tail: "", names: [...new Set([...list.names, ...last])].slice(0, mostNames) };
}
