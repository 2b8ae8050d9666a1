import type { OperationItem } from "../../../actions/index.ts";
import { type Page, pageOf } from "../../../rules/pages.ts";
import { listedName, lookAlikeText } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import { pageLabel } from "../../screens/list.ts";
import { problemLine, serviceWords } from "../../screens/service-error.ts";
import type { T } from "../../screens/texts.ts";

const pageSize = 20;
/** The plan of a zone takes several lines. */
const zonesShown = 4;
const marks = { accepted: "⏳", succeeded: "✅", failed: "❌" } as const;

/**
 * Returns the mark of an item: its outcome, or that it waits, may have run, needs a report by the person, or will not
 * run.
 */
function markOf({ phase, state }: OperationItem): string {
	if (phase !== "open") return marks[phase];
	if (state === "unknown") return "❔";
	if (state === "needs_human") return "✋";
	return state === "confirmed" || state === "sent" || state === "accepted" ? "⏳" : "▫️";
}

/** Returns a page of items that fits in one message. With several pages, items with a problem come first. */
export function itemPage(items: readonly OperationItem[], page: number): Page<OperationItem> {
	const weightOf = ({ phase, state }: OperationItem): number => {
		if (phase === "failed" || (phase === "open" && state === "needs_human")) return 0;
		return phase === "succeeded" ? 2 : 1;
	};
	const sorted = items.length > pageSize ? items.toSorted((one, other) => weightOf(one) - weightOf(other)) : items;
	const isPlan = items.some(({ change, state }) => change?.kind === "dns" && state === "quoted");
	return pageOf(sorted, page, isPlan ? zonesShown : pageSize);
}

interface Shown {
	page: number;
	/** True if another part of the screen shows the message that all items share. */
	common?: boolean;
}

/**
 * Returns the price of an item:
 * - once it succeeded, the charge, with the expected price if they differ;
 * - while it is open, or if the charge is unknown, the expected price;
 * - null if it failed, or if another order may have done it.
 */
function priceText(t: T, item: OperationItem): Html | null {
	const { phase, problem, priceCents, chargedCents } = item;
	const price = priceCents === null ? null : t.money(priceCents);
	if (phase === "failed" || problem?.code === "unattributed") return null;
	const mark = isAsked(item) && item.premium ? " 💎" : "";
	if (phase !== "succeeded") return price === null ? null : html`${price}${mark}`;
	const expected = price === null ? null : t.html("operation-item-expected", { money: price });
	if (chargedCents === null) return expected;
	const charged = html`${t.money(chargedCents)}`;
	return expected && chargedCents !== priceCents ? html`${charged} (${expected})` : charged;
}

/** True if the item waits for a confirmation. Only then does the screen show its warnings. */
function isAsked({ phase, state }: OperationItem): boolean {
	return phase === "open" && state === "quoted";
}

/** Shows a page of items, one line each, with the outcome. */
export function itemLines(t: T, items: readonly OperationItem[], { page, common = false }: Shown): Html {
	const shown = itemPage(items, page);
	const told = shown.items.map((item) => {
		const name = html`${markOf(item)} ${listedName(item.domain)}`;
		return lines(
			[
				lines([name, priceText(t, item)], " · "),
				isAsked(item) && lookAlikeText(t, item.domain, true),
				item.problem && problemLine(t, item.problem),
				item.problem && !common && serviceWords(item.problem) !== null && html`“${shorten(item.problem.message, 60)}”`,
			],
			" — ",
		);
	});
	return lines([...told, pageLabel(t, shown)]);
}
