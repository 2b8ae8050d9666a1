import type { Operation, OperationPage, Trouble } from "../../../actions/index.ts";
import { sumOrNull } from "../../../rules/money.ts";
import { routes } from "../../routes.ts";
import { footer, nameLabel } from "../../screens/format.ts";
import { type Html, html, paragraphs } from "../../screens/html.ts";
import { pageLabel } from "../../screens/pagination.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, inRows, link, tap, type View } from "../../screens/view.ts";

export type OperationsPage = ParamsOf<typeof routes.operations>;

/** The buttons of a domain card use the same marks. */
const kindMarks = { register: "🌐", renew: "🔄", dns: "🧭", nameservers: "🖥", edge: "🛡" } as const;

const filters = ["running", "needs_you", "failed", "done"] as const;

/** Lists operations by page, newest first. Each button says what was ordered, for how much and when. A second tap on a filter removes it. */
export function listView(t: T, result: OperationPage | Trouble, { before, which }: OperationsPage): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { operations, from, total, next } = result;
	const first = which === undefined ? {} : { which };
	const rows = operations.map((operation) => {
		const what = `${markOf(operation)} ${kindMarks[operation.kind]} ${titleOf(t, operation)}`;
		const cents = costOf(operation);
		const text = [what, cents ? t.money(cents) : "", t.day(operation.createdAt)]
			.filter((part) => part !== "")
			.join(" · ");
		return [tap(text, "reference", { value: operation.reference })];
	});
	const pager: Button[] = [
		...(before !== undefined ? [link(t("button-newest"), routes.operations, first)] : []),
		...(next === null ? [] : [link(t("button-next"), routes.operations, { ...first, before: next })]),
	];
	const isNew = operations.length === 0 && which === undefined && before === undefined;
	const choices = filters.map((each) => filterButton(t, each, each === which));
	const chooser = isNew ? [] : inRows(choices, 2);
	const place = operations.length > 0 && pageLabel(t, { from, to: from + operations.length - 1, total });
	const text = paragraphs([titleText(t, which, operations.length), place]);
	return { text, buttons: [...rows, pager, ...chooser, footer(t)] };
}

function titleText(t: T, which: OperationsPage["which"], count: number): Html {
	if (which === undefined) return t.html(count === 0 ? "operations-none" : "operations-title");
	const title = t.html(`operations-title-${which.replaceAll("_", "-")}`);
	return paragraphs([title, count === 0 && t.html(`operations-none-${which.replaceAll("_", "-")}`)]);
}

function filterButton(t: T, which: (typeof filters)[number], active: boolean): Button {
	const text = t(`operations-filter-${which.replaceAll("_", "-")}`);
	return link(active ? `• ${text} •` : text, routes.operations, active ? {} : { which });
}

export function noOperationView(t: T, reference: string): View {
	const list = link(t("home-operations"), routes.operations, {});
	return {
		text: t.html("operation-not-found", { reference: html`<code>${reference}</code>` }),
		buttons: [[list], footer(t)],
	};
}

/** Replaces an older message of an operation that has moved to another message. */
export function movedView(t: T, { reference }: Operation): View {
	const open = tap(t("operation-open", { reference }), "reference", { value: reference });
	return {
		text: t.html("operation-moved", { reference: html`<code>${reference}</code>` }),
		buttons: [[open], footer(t)],
	};
}

function titleOf(t: T, { items }: Operation): string {
	const [first] = items;
	return items.length === 1 && first ? nameLabel(first.domain) : t("operation-names", { count: items.length });
}

/** What an order cost, or what an open one will cost. Null if the service did not say. */
function costOf({ state, items }: Operation): number | null {
	if (state !== "succeeded") return isClosed(state) ? null : sumOrNull(items.map(({ priceCents }) => priceCents));
	const done = items.filter(({ phase }) => phase === "succeeded");
	return sumOrNull(done.map(({ chargedCents }) => chargedCents));
}

function isClosed(state: Operation["state"]): boolean {
	return ["failed", "withdrawn", "lapsed", "superseded"].includes(state);
}

function markOf({ state }: Operation): string {
	if (state === "succeeded") return "✅";
	if (state === "failed") return "❌";
	if (state === "needs_human") return "✋";
	if (state === "quoted") return "🧾";
	return isClosed(state) ? "▫️" : "⏳";
}
