import { sumOrNull } from "@domains/contract/money.ts";
import type { Operation, OperationPage } from "../../../actions/operation/types.ts";
import { orderFilters } from "../../../rules/choices.ts";
import { finalPhases } from "../../../rules/operation/state.ts";
import { placesOf } from "../../../rules/pages.ts";
import { closedView, marked, nameLabel } from "../../screens/format.ts";
import { type Html, html, lines, shorten } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

export type OperationsPosition = ParamsOf<typeof routes.operations>;

/** The marks are those of the card of a domain. */
const kindMarks = { register: "🌐", renew: "🔄", dns: "🧭", nameservers: "🖥", edge: "🛡" } as const;

export const pageSize = 8;

/** A phone shows about this many characters of a button that has its own row. */
const longestLabel = 38;

/** The text has what a button has no space for. */
export function operationsView(
	t: T,
	{ operations, total, offset }: OperationPage,
	{ filter }: OperationsPosition,
): View {
	const isNew = total === 0 && filter === undefined;
	const of = filter?.replaceAll("_", "-");
	return listView(t, {
		title: isNew ? t.html("operations-none") : of ? t.html(`operations-title-${of}`) : t.html("operations-title"),
		details: [total === 0 && of && t.html(`operations-none-${of}`), lines(operations.map((each) => restLine(t, each)))],
		shown: { items: [...operations], ...placesOf(total, offset / pageSize + 1, pageSize) },
		row: (operation) => tap(operationLabel(t, operation), "reference", { value: operation.reference }),
		controls: isNew
			? []
			: [
					[
						link(t("operations-filter"), routes.operationsFilter, filter === undefined ? {} : { filter }),
						link(t("spending-open"), routes.spending, {}),
					],
				],
	});
}

export function operationsFilterView(t: T, { filter }: OperationsPosition): View {
	const all = link(marked(t("operations-filter-all"), filter === undefined), routes.operations, {});
	const each = orderFilters.map((value) => {
		const text = marked(t(`operations-filter-${value.replaceAll("_", "-")}`), value === filter);
		return link(text, routes.operations, { filter: value });
	});
	return { text: t.html("operations-which"), buttons: [[all], ...inRows(each, 2)] };
}

function operationLabel(t: T, operation: Operation): string {
	const start = `${markOf(operation)} ${operation.reference} · ${kindMarks[operation.kind]} `;
	const end = ` · ${t.when(operation.createdAt, operation.readAt)}`;
	return `${start}${shorten(deedOf(t, operation), longestLabel - start.length - end.length)}${end}`;
}

function deedOf(t: T, operation: Operation): string {
	const { change, items } = operation;
	if (!change || items.length > 1) return titleOf(t, operation);
	switch (change.kind) {
		case "dns": {
			const { added, removed, changed } = change.diff;
			const parts = [
				...(added.length > 0 ? [`+${added.length}`] : []),
				...(removed.length > 0 ? [`−${removed.length}`] : []),
				...(changed.length > 0 ? [`✏️ ${changed.length}`] : []),
			];
			const count = added.length + removed.length + changed.length;
			return t("operations-did-records", { what: parts.join(" "), count });
		}
		case "nameservers":
			return t("operations-did-servers", { key: change.presetKey ?? "none", count: change.after?.length ?? 0 });
		case "edge":
			return t("operations-did-profile", { key: change.after });
	}
}

function restLine(t: T, operation: Operation): Html | null {
	const cents = costOf(operation);
	const name = operation.change && titleOf(t, operation);
	const rest = name ?? (cents ? t.money(cents) : null);
	return rest === null ? null : html`<code>${operation.reference}</code> ${rest}`;
}

/** In an older message, once a newer one shows the operation. */
export function movedView(t: T, { kind, reference }: Operation): View {
	const open = tap(t("operation-open", { reference }), "reference", { value: reference });
	const text = t.html("operation-moved", { kind, reference: html`<code>${reference}</code>` });
	return closedView(t, { text, buttons: [[open]] });
}

function titleOf(t: T, operation: Operation): string {
	const { items } = operation;
	const [first] = items;
	if (isPartial(operation)) return t("operation-part", { done: doneItems(operation).length, count: items.length });
	return items.length === 1 && first ? nameLabel(first.domain) : t("operation-names", { count: items.length });
}

/** The charge after success, before that the expected price. Null if an amount is unknown, or if the order failed. */
function costOf({ state, items }: Operation): number | null {
	if (state !== "succeeded") return isClosed(state) ? null : sumOrNull(items.map(({ priceCents }) => priceCents));
	return sumOrNull(doneItems({ items }).map(({ chargedCents }) => chargedCents));
}

function doneItems({ items }: Pick<Operation, "items">) {
	return items.filter(({ phase }) => phase === "succeeded");
}

function isPartial({ state, items }: Operation): boolean {
	return state === "succeeded" && items.some(({ phase }) => phase === "failed");
}

function isClosed(state: Operation["state"]): boolean {
	return state !== "succeeded" && finalPhases.includes(state);
}

function markOf(operation: Operation): string {
	const { state } = operation;
	if (isPartial(operation)) return "⚠️";
	if (state === "succeeded") return "✅";
	if (state === "failed") return "❌";
	if (state === "needs_human") return "✋";
	if (state === "quoted") return "🧾";
	return isClosed(state) ? "▫️" : "⏳";
}
