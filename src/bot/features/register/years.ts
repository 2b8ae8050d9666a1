import { hasAnyWord } from "../../../rules/input-words.ts";
import type { Answer } from "../../input/conversation.ts";
import type { Html } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, tap } from "../../screens/view.ts";

const offered = [1, 2, 3, 5, 10];

/** Years as buttons; any other number up to ten is typed. */
export function yearsButtons(t: T): Button[][] {
	const years = offered.map((count) => tap(t("register-years-button", { count }), "years", { value: String(count) }));
	return [years.slice(0, 3), years.slice(3)];
}

/** `2y`, `2 years`, `2 года`. */
const unit = new RegExp(`(?<=\\d)\\s*${hasAnyWord("years")}\\.?$`, "iu");

/** A whole number from 1 to 10, with or without its unit, or what was said instead. */
export function readYears(answer: Answer): number | string {
	const said = answer.kind === "tap" ? (answer.tap.value ?? "") : answer.kind === "text" ? answer.text : "";
	return readCount(said.replace(unit, "")) ?? said.slice(0, 40);
}

/** The same for a word behind a command; null for what is no such number. */
export function readCount(word: string): number | null {
	const years = /^\d{1,2}$/.test(word) ? Number(word) : 0;
	return years >= 1 && years <= 10 ? years : null;
}

/** Why the last answer was no number of years that fits; "" for one without text. */
export function rejectedYearsLine(t: T, bad: string | undefined, most = 10): Html | null {
	if (bad === undefined) return null;
	return bad === "" ? t.html("register-years-number") : t.html("register-years-bad", { said: bad, most });
}
