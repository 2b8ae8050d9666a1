import type { Operation, OperationItem, OrderDefaults } from "../../../actions/index.ts";
import { inYears } from "../../../rules/years.ts";
import { type Html, lines } from "../../html.ts";
import type { T } from "../../texts.ts";
import { changeLines } from "./change.ts";
import { itemLines } from "./items.ts";

/** Money before it is spent: price, the price next year, balance now and after, and until when it holds. */
export function quoteLines(t: T, { quote, items, change }: Operation, now: Date): Html | null {
	if (!quote) return null;
	if (change) return lines([changeLines(t, change, "quoted"), validity(t, quote.expiresAt, now, "change")], "\n\n");
	const [only] = items;
	const single = items.length === 1 ? only : undefined;
	const { previousCents: before, totalCents: total, balanceCents, balanceAfterCents, shortByCents } = quote;
	const years = common(items.map((item) => item.years));
	const price = years ? "quote-price-years" : "quote-price";
	const renewCents = sum(items.map((item) => item.renewCents));
	const what = [
		before !== undefined &&
			t.html("quote-rose", { before: t.money(before), now: t.money(total), more: t.money(total - before) }),
		single ? null : itemLines(t, items, "▫️"),
		t.html(price, { money: t.money(total), count: years ?? items.length }),
		quote.expected && t.html("quote-expected"),
		single && paidLine(t, single),
		renewCents !== null && t.html("quote-renewal", { money: t.money(renewCents) }),
		single?.clientRef && t.html("operation-label", { label: single.clientRef }),
		single?.externalRef && t.html("quote-external", { reference: single.externalRef }),
	];
	const setup = quote.defaults && defaultLines(t, quote.defaults);
	const money = [
		balanceCents !== null && t.html("quote-balance", { money: t.money(balanceCents) }),
		shortByCents > 0 && t.html("quote-short", { money: t.money(shortByCents) }),
		shortByCents === 0 && balanceAfterCents !== null && t.html("quote-after", { money: t.money(balanceAfterCents) }),
	];
	return lines([lines(what), setup, lines(money), validity(t, quote.expiresAt, now, "price")], "\n\n");
}

/** Null where they differ. */
function common(values: readonly (number | null)[]): number | null {
	const [first = null] = values;
	return values.every((each) => each === first) ? first : null;
}

/** Null where one of them is not known. */
function sum(values: readonly (number | null)[]): number | null {
	return values.reduce((total, each) => (total === null || each === null ? null : total + each), 0);
}

/** Until when a renewal is paid now and afterwards. */
function paidLine(t: T, { paidUntil, years }: OperationItem): Html | null {
	if (paidUntil === null || years === null) return null;
	return t.html("quote-paid", { before: t.date(paidUntil), after: t.date(inYears(paidUntil, years)) });
}

function defaultLines(t: T, { edgeProfileKey, nameserverPresetKey, edgeProblem }: OrderDefaults): Html {
	return lines([
		t.html("account-defaults"),
		edgeProfileKey !== null && t.html("profile-default-edge", { key: edgeProfileKey }),
		nameserverPresetKey !== null && t.html("profile-default-preset", { key: nameserverPresetKey }),
		edgeProblem && t.html(`profile-default-edge-${edgeProblem}`),
	]);
}

function validity(t: T, expiresAt: Date, now: Date, of: "price" | "change"): Html {
	return expiresAt > now ? t.html("quote-until", { time: t.clock(expiresAt) }) : t.html("quote-over", { of });
}
