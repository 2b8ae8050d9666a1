import { pageOf } from "../../../rules/pages.ts";
import { nameLabel } from "../../screens/format.ts";
import { paragraphs } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { T } from "../../screens/texts.ts";
import { tap, type View } from "../../screens/view.ts";
import { type OperationData, operationView } from "./view.ts";

const pageSize = 8;

/**
 * Lists the domains whose change can be undone. A tap on a domain plans the undo of its change. Another button plans
 * the undo for all domains. One operation cannot restore edge profiles for some domains and nameservers for others. So
 * if both would be needed, the button for all domains is left out.
 *
 * The text of the operation stays above the list. The outcome of another domain may still be open, and this message
 * reports it.
 */
export function undoListView(t: T, data: OperationData, page: number): View {
	const { reference, items } = data.operation;
	const undoable = items.filter((item) => item.undoable);
	const isOneKind = new Set(undoable.map(({ change }) => change?.kind === "edge" && change.before === null)).size === 1;
	return listView(t, {
		title: paragraphs([operationView(t, data).text, t.html("undo-title")]),
		shown: pageOf(undoable, page, pageSize),
		row: ({ domain }) => tap(`↩️ ${nameLabel(domain)}`, "undo", { value: domain }),
		controls: undoable.length > 1 && isOneKind ? [[tap(t("undo-all", { count: undoable.length }), "undo_all")]] : [],
		back: tap(t("button-back"), "reference", { value: reference }),
	});
}
