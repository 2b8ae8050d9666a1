import type { RefusedName } from "../../../rules/list.ts";
import { mayHoldToken } from "../../../rules/secrets.ts";
import { nameLabel } from "../format.ts";
import { type Html, html } from "../html.ts";
import type { T } from "../texts.ts";

interface Piece {
	text: string;
	problem: string;
	part: string;
}

export function pieceLine(t: T, { text, problem, part }: Piece): Html {
	return html`⚠️ <code>${nameLabel(text)}</code> — ${t.html(`name-problem-${problem.replaceAll("_", "-")}`, { part: nameLabel(part) })}`;
}

/** Returns a refused name in the form in which it is stored. Replaces a text that may contain a token with "…". */
export function keptRefused({ text, problem, part }: RefusedName): Piece & Pick<RefusedName, "problem"> {
	if (mayHoldToken(text)) return { text: "…", problem, part: problem === "label_too_long" && part ? part : "…" };
	return { text, problem, part: (part ?? text).slice(0, 80) };
}
