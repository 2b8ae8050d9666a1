import { readOrderSentence } from "@domains/contract/orders.ts";
import { problems } from "@domains/contract/problems.ts";
import type { Trouble } from "../../actions/trouble.ts";
import { routes } from "../screens.ts";
import { type Html, html, lines, paragraphs, quoted, shorten } from "./html.ts";
import type { ParamsOf } from "./route.ts";
import type { T } from "./texts.ts";
import { type Button, link, tap, type View } from "./view.ts";

/** A `Trouble` as the parameters of a screen, which are stored in the database as JSON (`screens.params`). */
export type StoredTrouble = ParamsOf<typeof routes.trouble>;

export function storeTrouble({
	trouble,
	until,
	code,
	message,
	addresses,
	here,
	sandbox,
	connectionId,
}: Trouble): StoredTrouble {
	return {
		trouble,
		...(until && { until: until.toISOString() }),
		...(code && { code }),
		...(message && { message }),
		...(addresses && { addresses: [...addresses] }),
		...(here && { here }),
		...(sandbox && { sandbox }),
		...(connectionId !== undefined && { connectionId }),
	};
}

/** A button that opens a sandbox account. It works on every screen. */
export function sandboxButton(t: T): Button {
	return tap(t("home-sandbox"), "sandbox", { style: "primary" });
}

/**
 * Explains a problem with the service and offers a next step. `canRepeat`: false if the bot cannot repeat the failed
 * action. The button *Try again* is then left out.
 */
export function troubleView(t: T, trouble: Trouble, { canRepeat = true } = {}): View {
	const { until, code, message, trouble: kind, here = false } = trouble;
	const problem = code === undefined ? null : { code, message: message ?? "" };
	// If the service refused the request, show only the explanation of its error code. For any other kind of trouble,
	// show the text of that kind. The service's message follows if the locales do not explain its error code.
	const parts = [
		(kind !== "refused" || !problem) &&
			t.html(`trouble-${kind.replaceAll("_", "-")}`, { time: until ? t.moment(until) : "none", here: String(here) }),
		problem && (kind === "refused" || !isKnown(problem.code)) && problemText(t, problem),
	];
	return { text: paragraphs(parts), buttons: [nextSteps(t, trouble, canRepeat)] };
}

export function readTrouble({
	trouble,
	until,
	code,
	message,
	addresses,
	here,
	sandbox,
	connectionId,
}: StoredTrouble): Trouble {
	return {
		kind: "trouble",
		trouble,
		...(until && { until: new Date(until) }),
		...(code && { code }),
		...(message && { message }),
		...(addresses && { addresses }),
		...(here && { here }),
		...(sandbox && { sandbox }),
		...(connectionId !== undefined && { connectionId }),
	};
}

function nextSteps(t: T, { trouble: kind, here, sandbox, connectionId }: Trouble, canRepeat: boolean): Button[] {
	const whose = connectionId === undefined ? {} : { value: String(connectionId) };
	const connect = link(t("button-connect"), routes.connect, {});
	if (kind === "unauthorized" && here) return [link(t("account-profile"), routes.profileToken, {}, "primary"), connect];
	if (kind === "not_connected") return [...(sandbox ? [sandboxButton(t)] : []), connect];
	if (kind === "left_account") return [connect];
	// The service also refuses a token while the owner of the account has disabled the API. The bot is not notified when
	// the API is enabled again, so offer a button that tests the token.
	if (kind === "unauthorized") return [connect, tap(t("connection-check-test"), "doctor", whose)];
	if (kind === "unproved") return [tap(t("connection-check-test"), "doctor", { ...whose, style: "primary" })];
	if (kind === "forbidden") return [tap(t("button-connection-check"), "doctor", { ...whose, style: "primary" })];
	return canRepeat ? [tap(t("button-again"), "again")] : [];
}

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
