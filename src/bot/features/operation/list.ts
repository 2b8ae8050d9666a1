import { sumOrNull } from "@domains/contract/money.ts";
import type { Operation, OperationPage, Trouble } from "../../../actions/index.ts";
import { placesOf } from "../../../rules/pages.ts";
import { footer, nameLabel } from "../../screens/format.ts";
import { html, lines } from "../../screens/html.ts";
import { filterButtons, listView } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { orderFilters, routes } from "../../screens.ts";

export type OperationsPosition = ParamsOf<typeof routes.operations>;

/** The emoji of each kind of operation. The buttons on the screen with the details of a domain use the same emojis. */
const kindMarks = { register: "🌐", renew: "🔄", dns: "🧭", nameservers: "🖥", edge: "🛡" } as const;

export const pageSize = 8;

/**
 * Lists operations in pages, newest first. The button of an operation says what was ordered, for how much and when. The
 * text of the screen contains the references, because a button has no space for them.
 */
export function operationsView(t: T, result: OperationPage | Trouble, { filter }: OperationsPosition): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { operations, total, offset } = result;
	const isNew = total === 0 && filter === undefined;
	const of = filter?.replaceAll("_", "-");
	return listView(t, {
		title: isNew ? t.html("operations-none") : of ? t.html(`operations-title-${of}`) : t.html("operations-title"),
		details: [
			total === 0 && of && t.html(`operations-none-${of}`),
			lines(operations.map((each) => html`<code>${each.reference}</code> ${titleOf(t, each)}`)),
		],
		shown: { items: [...operations], ...placesOf(total, offset / pageSize + 1, pageSize) },
		row: (operation) => tap(operationLabel(t, operation), "reference", { value: operation.reference }),
		controls: isNew
			? []
			: [
					...filterButtons(orderFilters, filter, (each) => t(`operations-filter-${each.replaceAll("_", "-")}`)),
					[link(t("spending-open"), routes.spending, {})],
				],
	});
}

function operationLabel(t: T, operation: Operation): string {
	const cents = costOf(operation);
	const what = `${markOf(operation)} ${kindMarks[operation.kind]} ${titleOf(t, operation)}`;
	return [what, ...(cents ? [t.money(cents)] : []), t.day(operation.createdAt, operation.readAt)].join(" · ");
}

/** Replaces the content of an older message about an operation, once a newer message shows the operation. */
export function movedView(t: T, { kind, reference }: Operation): View {
	const open = tap(t("operation-open", { reference }), "reference", { value: reference });
	return {
		text: t.html("operation-moved", { kind, reference: html`<code>${reference}</code>` }),
		buttons: [[open], footer(t)],
	};
}

function titleOf(t: T, operation: Operation): string {
	const { items } = operation;
	const [first] = items;
	if (isPartial(operation)) return t("operation-part", { done: doneItems(operation).length, count: items.length });
	return items.length === 1 && first ? nameLabel(first.domain) : t("operation-names", { count: items.length });
}

/**
 * Returns the cost of an order in cents. After success, this is the charge. Before that, it is the expected price. Null
 * if the amount for a domain is unknown, or if the order ended without success.
 */
function costOf({ state, items }: Operation): number | null {
	if (state !== "succeeded") return isClosed(state) ? null : sumOrNull(items.map(({ priceCents }) => priceCents));
	return sumOrNull(doneItems({ items }).map(({ chargedCents }) => chargedCents));
}

function doneItems({ items }: Pick<Operation, "items">) {
	return items.filter(({ phase }) => phase === "succeeded");
}

/** True if the order succeeded for some of its domains and failed for others. */
function isPartial({ state, items }: Operation): boolean {
	return state === "succeeded" && items.some(({ phase }) => phase === "failed");
}

function isClosed(state: Operation["state"]): boolean {
	return ["failed", "withdrawn", "lapsed", "superseded"].includes(state);
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
