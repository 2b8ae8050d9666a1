import { readOrderSentence } from "@domains/contract/orders.ts";
import { problems } from "@domains/contract/problems.ts";
import { quoted } from "./format.ts";
import { type Html, html, lines, shorten } from "./html.ts";
import type { T } from "./texts.ts";

interface Problem {
	code: string;
	message: string;
}

/** The error codes that have a text in the locales. */
const known: ReadonlySet<string> = new Set([
	...Object.keys(problems),
	"already_so",
	"not_sold",
	"not_done",
	"order_failed",
	"done_elsewhere",
	"unattributed",
	"unconfirmed",
	"stored_otherwise",
	"not_stored",
	"said_by_person",
	"said_by_operator",
	"zone_empty",
	"zone_full",
]);

/**
 * Codes of DNS rules. A confirmed change of records can break such a rule if another person has meanwhile changed the
 * zone. The error text for these codes therefore says that the zone has changed.
 */
const rulesOfZone = new Set([
	"record_duplicate",
	"record_alias_beside",
	"record_alias_twice",
	"record_alias_loop",
	"record_target_is_alias",
	"record_null_mx_beside",
]);

export function isKnown(code: string): boolean {
	return known.has(code);
}

/**
 * Returns the text that explains a failure. The service's own message follows as a quotation if it says more than the
 * text of the locales.
 */
export function problemText(t: T, problem: Problem): Html {
	return lines([problemLine(t, problem), serviceWords(problem)]);
}

/** Returns the service's message as a quotation, or null if the text of the locales already says the same. */
export function serviceWords({ code, message }: Problem): Html | null {
	const isSaid = (isKnown(code) && code !== "validation_error") || readOrderSentence(message) !== undefined;
	return isSaid || message === "" ? null : quoted(message);
}

export function problemLine(t: T, { code, message }: Problem): Html {
	const sentence = readOrderSentence(message);
	if (sentence) return t.html(`problem-${sentence.refusal.replaceAll("_", "-")}`, sentence.parts);
	if (rulesOfZone.has(code)) {
		const rule = t.html(`record-problem-${code.slice("record_".length).replaceAll("_", "-")}`);
		return lines([t.html("problem-zone-changed"), rule], " ");
	}
	if (isKnown(code)) return t.html(`problem-${code.replaceAll("_", "-")}`);
	return lines([t.html("problem-other"), html`<code>${shorten(code, 60)}</code>`], " ");
}
