import type { OperationItem } from "../../../actions/index.ts";
import { type Page, pageOf } from "../../../rules/pages.ts";
import { inYears } from "../../../rules/years.ts";
import { listedName, lookAlikeText } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import { pageLabel } from "../../screens/list.ts";
import { problemLine, serviceWords } from "../../screens/service-error.ts";
import type { T } from "../../screens/texts.ts";

const pageSize = 20;
/** The maximum number of zones on a page of a plan. Each zone takes several lines. */
const zonesShown = 4;
/**
 * A foldable list with more names than this is folded. A phone then shows the title and the total without scrolling.
 */
const mostUnfolded = 8;
const marks = { accepted: "⏳", succeeded: "✅", failed: "❌" } as const;

/**
 * Returns the emoji of an item: ✅ or ❌ for its outcome, or one for its progress:
 * - ⏳: in progress.
 * - ⚠️: the service stored something else than the request contained.
 * - ❔: the request may have been executed.
 * - ✋: the person must report the outcome.
 * - •: part of the quote that waits for a confirmation.
 * - ▫️: will not be executed.
 */
function markOf({ phase, state, problem }: OperationItem): string {
	if (problem?.code === "stored_otherwise") return "⚠️";
	if (phase !== "open") return marks[phase];
	if (state === "unknown") return "❔";
	if (state === "needs_human") return "✋";
	if (state === "quoted") return "•";
	return state === "confirmed" || state === "sent" || state === "accepted" ? "⏳" : "▫️";
}

/**
 * Returns a page of items (the domains of an operation) that fits in one message. In a long list, items with a problem
 * come first. Of the items that wait for a confirmation, premium names come first, then the dearest. So they are above
 * the fold of a folded list. Otherwise, the order is that of the list.
 */
export function itemPage(items: readonly OperationItem[], page: number): Page<OperationItem> {
	const weightOf = ({ phase, state }: OperationItem): number => {
		if (phase === "failed" || (phase === "open" && state === "needs_human")) return 0;
		return phase === "succeeded" ? 2 : 1;
	};
	const priceOf = (item: OperationItem): number => (isAsked(item) ? (item.priceCents ?? 0) : 0);
	const isPremium = (item: OperationItem): number => (isAsked(item) && item.premium ? 1 : 0);
	const sorted = items.toSorted(
		(one, other) =>
			(items.length > pageSize ? weightOf(one) - weightOf(other) : 0) ||
			isPremium(other) - isPremium(one) ||
			priceOf(other) - priceOf(one),
	);
	const isPlan = items.some(({ change, state }) => change?.kind === "dns" && state === "quoted");
	return pageOf(sorted, page, isPlan ? zonesShown : pageSize);
}

interface Shown {
	page: number;
	/**
	 * True if all failed items have the same message. Another part of the screen shows this message once, so the lines of
	 * the items do not repeat it.
	 */
	common?: boolean;
	/** True if a long list is folded. Telegram then shows three lines of it, and the rest after a tap. */
	folds?: boolean;
}

/**
 * Returns the price of an item:
 * - If it succeeded: the charge, followed by the expected price if that differs.
 * - If it is open, or its charge is unknown: the expected price.
 * - If it failed: null.
 * - If another order may have registered or renewed the domain instead: null.
 */
function priceText(t: T, item: OperationItem): Html | null {
	const { phase, problem, priceCents, chargedCents } = item;
	const price = priceCents === null ? null : t.money(priceCents);
	if (phase === "failed" || problem?.code === "unattributed") return null;
	const mark = item.premium ? " 💎" : "";
	if (phase !== "succeeded") return price === null ? null : html`${price}${mark}`;
	const expected = price === null ? null : t.html("operation-item-expected", { money: price });
	if (chargedCents === null) return expected && html`${expected}${mark}`;
	const charged = html`${t.money(chargedCents)}${mark}`;
	return expected && chargedCents !== priceCents ? html`${charged} (${expected})` : charged;
}

/** True if the item waits for a confirmation. Only then does the screen show warnings about its domain. */
function isAsked({ phase, state }: Pick<OperationItem, "phase" | "state">): boolean {
	return phase === "open" && state === "quoted";
}

/**
 * Shows the date until which a domain is paid, before and after its renewal. For a quote, the second date is
 * calculated. After success, it is the date that the service reported. Returns null in every other state, or if a date
 * is unknown.
 */
export function paidText(t: T, { paidUntil, years, phase, expiresAt, ...item }: OperationItem): Html | null {
	if (paidUntil === null || years === null) return null;
	const quoted = isAsked({ phase, state: item.state }) ? inYears(paidUntil, years) : null;
	const after = phase === "succeeded" ? expiresAt : quoted;
	return after && t.html("quote-paid", { before: t.date(paidUntil), after: t.date(after) });
}

/** Shows those settings of an item that differ from the settings of other items of the same order. */
function ownSettings(t: T, item: OperationItem, items: readonly OperationItem[]): Html {
	const own = <Field extends "years" | "clientRef" | "externalRef" | "edgeProfileKey">(field: Field) =>
		items.some((each) => each[field] !== item[field]) ? item[field] : null;
	const years = own("years");
	const settings = { "🔖": own("clientRef"), "📎": own("externalRef"), "🛡": own("edgeProfileKey") };
	return lines(
		[
			years !== null && t.html("register-years-button", { count: years }),
			...Object.entries(settings).map(([mark, text]) => text !== null && html`${mark} ${shorten(text, 30)}`),
		],
		" · ",
	);
}

export function itemLines(t: T, items: readonly OperationItem[], { page, common = false, folds = false }: Shown): Html {
	const shown = itemPage(items, page);
	const rows = shown.items.map((item) => {
		const name = html`${markOf(item)} ${listedName(item.domain)}`;
		return lines(
			[
				lines([name, priceText(t, item), paidText(t, item), isAsked(item) && ownSettings(t, item, items)], " · "),
				isAsked(item) && lookAlikeText(t, item.domain, true),
				item.problem && problemLine(t, item.problem),
				item.problem && !common && serviceWords(item.problem) !== null && html`“${shorten(item.problem.message, 60)}”`,
			],
			" — ",
		);
	});
	const isFolded = folds && items.length > mostUnfolded;
	const names = isFolded ? html`<blockquote expandable>${lines(rows)}</blockquote>` : lines(rows);
	return lines([names, pageLabel(t, shown)]);
}
