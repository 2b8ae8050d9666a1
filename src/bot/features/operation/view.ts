import type { Operation } from "../../../actions/index.ts";
import { footer, nameText } from "../../format.ts";
import { type Html, html, lines } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, url, type View } from "../../view.ts";
import { itemLines } from "./items.ts";
import { problemText } from "./problem.ts";
import { quoteLines } from "./quote.ts";

export interface OperationData {
	operation: Operation;
	now: Date;
	topUpUrl: string | null;
	/** A word about what the person just tried. */
	note: Html | null;
}

/** One operation at any point of its life: quote, live status, receipt. */
export function operationView(t: T, data: OperationData): View {
	const { operation, note } = data;
	const parts = [
		note,
		headline(t, operation),
		details(t, data),
		operation.problem && problemText(t, operation.problem),
		waiting(t, operation),
		lines([operation.sandbox && t.html("sandbox-note"), referenceLine(t, operation)]),
	];
	return { text: lines(parts, "\n\n"), buttons: [...buttonsOf(t, data), footer(t)] };
}

function headline(t: T, { kind, state, items }: Operation): Html {
	const [first] = items;
	const what =
		items.length === 1 && first ? nameText(first.domain) : t.html("operation-names", { count: items.length });
	return t.html(`operation-${state.replaceAll("_", "-")}`, { what, kind });
}

function details(t: T, { operation, now }: OperationData): Html | null {
	if (operation.state === "quoted") return quoteLines(t, operation, now);
	if (operation.state === "succeeded") return receiptLines(t, operation);
	return operation.items.length > 1 ? itemLines(t, operation.items) : onlyProblem(t, operation);
}

function onlyProblem(t: T, { items, problem }: Operation): Html | null {
	const [only] = items;
	return only?.problem && !problem ? problemText(t, only.problem) : null;
}

function receiptLines(t: T, { items, balanceBeforeCents: before, balanceAfterCents: after }: Operation): Html {
	const [only] = items;
	const done = items.filter((item) => item.phase === "succeeded");
	const charged = done.every((item) => item.chargedCents !== null);
	const cents = done.reduce((sum, item) => sum + (item.chargedCents ?? item.priceCents ?? 0), 0);
	return lines([
		items.length > 1 && itemLines(t, items),
		// A service that does not say what it took leaves us with what was quoted.
		cents > 0 && t.html(charged ? "operation-charged" : "quote-price", { money: t.money(cents) }),
		before !== null &&
			after !== null &&
			t.html("operation-balance", { before: t.money(before), after: t.money(after) }),
		items.length === 1 && only?.expiresAt && t.html("operation-expires", { date: t.date(only.expiresAt) }),
		items.length === 1 && only?.clientRef && t.html("operation-label", { label: only.clientRef }),
	]);
}

function waiting(t: T, { state, hold, holdUntil }: Operation): Html | null {
	const open = ["confirmed", "sent", "accepted", "unknown"].includes(state);
	if (!open || hold === "none") return null;
	return t.html(`operation-hold-${hold.replaceAll("_", "-")}`, { time: holdUntil ? t.clock(holdUntil) : "none" });
}

function referenceLine(t: T, { reference, settledAt, confirmedAt, createdAt }: Operation): Html {
	return html`${t("operation-reference")} <code>${reference}</code> · ${t.time(settledAt ?? confirmedAt ?? createdAt)}`;
}

function buttonsOf(t: T, { operation, now, topUpUrl }: OperationData): Button[][] {
	const { state, hold, mine, quote, items } = operation;
	const [only] = items;
	const open = only ? [link(t("operation-domain"), routes.domain, { domain: only.domain })] : [];
	if (state === "succeeded") return [open];
	if (!mine) return [];
	const fresh = [tap(t("operation-requote"), "requote")];
	if (state === "quoted" && quote) {
		const leave = tap(t("operation-leave"), "withdraw");
		if (quote.expiresAt <= now) return [fresh, [leave]];
		if (quote.shortByCents > 0)
			return [[...(topUpUrl ? [url(t("operation-top-up"), topUpUrl)] : []), ...fresh], [leave]];
		const pay = t("operation-confirm", { money: t.money(quote.totalCents) });
		return [[tap(pay, "confirm", { number: quote.number, style: "success" })], [leave]];
	}
	if (state === "confirmed") return [[tap(t("operation-withdraw"), "withdraw")]];
	if (state === "withdrawn" || state === "lapsed" || state === "failed") return [fresh];
	if (state === "needs_human")
		return [[look(t)], [tap(t("operation-happened"), "happened"), tap(t("operation-not"), "not")]];
	if (hold === "access") return [[link(t("button-connect"), routes.connect, {}), look(t)]];
	return state === "superseded" ? [] : [[look(t)]];
}

function look(t: T): Button {
	return tap(t("operation-look"), "look");
}
