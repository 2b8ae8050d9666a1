import type { Operation } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { nameLabel } from "../../screens/format.ts";
import { lines, shorten } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, tap, type View } from "../../screens/view.ts";
import type { routes } from "../../screens.ts";

const pageSize = 12;

/** Returns the items of an order that a new quote can still change. */
export function editableItems({ items }: Operation): Operation["items"] {
	return items.filter(({ phase }) => phase !== "succeeded");
}

/**
 * Lists the names of a quote. A tap on a name opens its settings. While the person selects names, a tap removes the
 * name from the order or adds it again.
 */
export function namesView(
	t: T,
	operation: Operation,
	{ page = 1, selected }: ParamsOf<typeof routes.orderNames>,
): View {
	const items = editableItems(operation);
	return listView(t, {
		title: lines([
			t.html("order-names-title", { count: items.length }),
			t.html(selected ? "order-names-select" : "order-names-how", { kind: operation.kind }),
		]),
		shown: pageOf(items, page, pageSize),
		selected,
		row: (item) => nameButton(t, item),
		nameOf: ({ domain }) => domain,
		controls: items.length > 1 ? [[tap(t("order-names-remove"), "all")]] : [],
		actions: (count) =>
			count > 0 && count < items.length ? [tap(t("order-names-keep", { count }), "keep", { style: "primary" })] : [],
		back: tap(t("button-back"), selected ? "end" : "quote"),
	});
}

function nameButton(t: T, { domain, years, clientRef }: Operation["items"][number]): Button {
	const facts = [
		nameLabel(domain),
		years !== null && t("register-years-button", { count: years }),
		clientRef !== null && shorten(clientRef, 16),
	];
	return tap(facts.filter(Boolean).join(" · "), "one", { value: domain });
}
