import { listNames } from "../../../rules/list.ts";
import { parseDomain } from "../../../rules/names.ts";
import type { routes } from "../../routes.ts";

export type Pasted = NonNullable<ReturnType<typeof routes.list.parse>>;

const mostNames = 2_000;
const mostRefused = 20;
/** What one call of the service takes, and so one page. */
export const pageSize = 100;
/** Seconds between two pieces of one paste or forward. */
const sameBreath = 2;
/** A client cuts a text of more than 4,096 characters wherever that happens to be. */
const longPiece = 4_000;

/**
 * One piece of text as a list, or as more of the list before it, when it follows within a breath. The last line of a
 * long piece may be half of a name, so it waits for the next piece.
 */
export function pasted(text: string, at: number, before: Pasted | null): Pasted {
	const more = before !== null && at - before.at <= sameBreath ? before : null;
	const whole = glued(more?.tail ?? "", text);
	const cut = text.length >= longPiece ? whole.lastIndexOf("\n") + 1 : whole.length;
	const found = listNames(whole.slice(0, cut));
	const names = [...new Set([...(more?.names ?? []), ...found.names.map((name) => name.ascii)])];
	const refused = found.refused.map((each) => ({
		text: each.text,
		problem: each.problem,
		part: (each.part ?? each.text).slice(0, 80),
	}));
	const all = [...(more?.refused ?? []), ...refused];
	return {
		names: names.slice(0, mostNames),
		more: (more?.more ?? 0) + Math.max(0, names.length - mostNames),
		refused: all.slice(0, mostRefused),
		refusedMore: (more?.refusedMore ?? 0) + Math.max(0, all.length - mostRefused),
		tail: whole.slice(cut).slice(0, 300),
		// A short list is looked up at once.
		from: names.length <= pageSize ? 0 : null,
		at,
	};
}

/** Two halves of one line, or two lines whose break was lost at the cut, because Telegram trims what it sends. */
function glued(tail: string, text: string): string {
	const [first = ""] = text.split("\n", 1);
	return parseDomain(tail).ok && parseDomain(first).ok ? `${tail}\n${text}` : `${tail}${text}`;
}

/** Whether a text that follows within a breath belongs to the list before it, whatever it looks like by itself. */
export function continues(before: Pasted | null, at: number): boolean {
	return before !== null && at - before.at <= sameBreath;
}

/** The list with its last line, once no further piece is waited for. */
export function settled(list: Pasted): Pasted {
	const last = listNames(list.tail).names.map((name) => name.ascii);
	return { ...list, tail: "", names: [...new Set([...list.names, ...last])].slice(0, mostNames) };
}
