import type { Operation, OperationPage, Trouble } from "../../../actions/index.ts";
import { troubleView } from "../../errors.ts";
import { footer, nameLabel } from "../../format.ts";
import { html } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, type View } from "../../view.ts";

/** A page of operations, newest first, each a button. */
export function listView(t: T, result: OperationPage | Trouble, later: boolean): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const { operations, next } = result;
	if (operations.length === 0) return { text: t.html("operations-none"), buttons: [footer(t)] };
	const rows = operations.map((operation) => {
		const text = `${markOf(operation)} ${operation.reference} ${titleOf(t, operation)}`;
		return [tap(text, "reference", { value: operation.reference })];
	});
	const pager: Button[] = [
		...(later ? [link(t("button-newest"), routes.operations, {})] : []),
		...(next === null ? [] : [link(t("button-next"), routes.operations, { before: next })]),
	];
	return { text: t.html("operations-title"), buttons: [...rows, pager, footer(t)] };
}

export function noOperationView(t: T, reference: string): View {
	const list = link(t("home-operations"), routes.operations, {});
	return {
		text: t.html("operation-not-found", { reference: html`<code>${reference}</code>` }),
		buttons: [[list], footer(t)],
	};
}

/** Stands in an older message of an operation that lives on in another one. */
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

function markOf({ state }: Operation): string {
	if (state === "succeeded") return "✅";
	if (state === "failed") return "❌";
	if (state === "needs_human") return "✋";
	if (state === "quoted") return "🧾";
	return state === "withdrawn" || state === "lapsed" || state === "superseded" ? "▫️" : "⏳";
}
