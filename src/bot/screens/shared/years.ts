import { hasAnyWord } from "../../../rules/input-words.ts";
import type { Answer } from "../../input/conversation.ts";
import type { Html } from "../html.ts";
import type { T } from "../texts.ts";
import { type Button, inRows, tap } from "../view.ts";

const offered = [1, 2, 3, 5, 10];

/** Returns buttons for common numbers of years. The person can type any number up to ten. */
export function yearsButtons(t: T): Button[][] {
	const years = offered.map((count) => tap(t("register-years-button", { count }), "years", { value: String(count) }));
	return inRows(years, 3);
}

/** Matches the unit of `2y`, `2 years`, `2 года`. */
const unit = new RegExp(`(?<=\\d)\\s*${hasAnyWord("years")}\\.?$`, "iu");

/**
 * Returns the answer as a number from 1 to 10, if it is one. The number may have a unit. Returns any other answer as
 * text.
 */
export function readYears(answer: Answer): number | string {
	const input = answer.kind === "tap" ? (answer.tap.value ?? "") : answer.kind === "text" ? answer.text : "";
	return readCount(input.replace(unit, "")) ?? input.slice(0, 40);
}

/** Reads a number of years from 1 to 10. Returns null for any other text. */
export function readCount(word: string): number | null {
	const years = /^\d{1,2}$/.test(word) ? Number(word) : 0;
	return years >= 1 && years <= 10 ? years : null;
}

/** Says why the last answer was refused, if it was. `rejectedInput` is "" if the answer was not a text. */
export function rejectedYearsLine(t: T, rejectedInput: string | undefined, most = 10): Html | null {
	if (rejectedInput === undefined) return null;
	return rejectedInput === ""
		? t.html("register-years-number")
		: t.html("register-years-bad", { input: rejectedInput, most });
}
