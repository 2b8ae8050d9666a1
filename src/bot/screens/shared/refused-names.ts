import type { RefusedName } from "../../../rules/list.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import { nameLabel } from "../format.ts";
import { type Html, html, lines } from "../html.ts";
import type { T } from "../texts.ts";

interface Piece {
	text: string;
	problem: string;
	part: string;
}

const mostPieces = 10;

/** Lists the parts of a text that are not names, each with its reason. */
export function refusedLines(
	t: T,
	{ refused, refusedMore }: { refused: readonly Piece[]; refusedMore: number },
): Html | null {
	if (refused.length === 0) return null;
	const shown = refused.slice(0, mostPieces);
	const total = refused.length + refusedMore;
	const more = total - shown.length;
	return lines([
		t.html("list-refused", { count: total }),
		...shown.map((each) => pieceLine(t, each)),
		more > 0 && t.html("operation-more", { count: more }),
	]);
}

export function pieceLine(t: T, { text, problem, part }: Piece): Html {
	return html`⚠️ <code>${nameLabel(text)}</code> — ${t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: nameLabel(part) })}`;
}

const mostRefused = 100;

/** Returns a refused name in the form in which it is stored. Replaces a text that may contain a token with "…". */
export function keptRefused({ text, problem, part }: RefusedName): Piece & Pick<RefusedName, "problem"> {
	if (mayHoldToken(text)) return { text: "…", problem, part: problem === "label_too_long" && part ? part : "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}

export function cutRefused(refused: readonly Piece[]): { refused: Piece[]; refusedMore: number } {
	return { refused: refused.slice(0, mostRefused), refusedMore: Math.max(0, refused.length - mostRefused) };
}
