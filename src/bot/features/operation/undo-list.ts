import type { Operation } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { nameLabel } from "../../screens/format.ts";
import { listView } from "../../screens/list.ts";
import type { T } from "../../screens/texts.ts";
import { tap, type View } from "../../screens/view.ts";

const pageSize = 8;

/**
 * Lists the domains whose change can be undone. A tap on a domain plans its undo. Another button plans the undo of all
 * domains. That button is absent if some domains would get back an edge profile and others nameservers, because one
 * operation cannot do both.
 */
export function undoListView(t: T, { reference, items }: Operation, page: number): View {
	const undoable = items.filter((item) => item.undoable);
	const isOneKind = new Set(undoable.map(({ change }) => change?.kind === "edge" && change.before === null)).size === 1;
	return listView(t, {
		title: t.html("undo-title", { reference }),
		shown: pageOf(undoable, page, pageSize),
		row: ({ domain }) => tap(`↩️ ${nameLabel(domain)}`, "undo", { value: domain }),
		controls: undoable.length > 1 && isOneKind ? [[tap(t("undo-all", { count: undoable.length }), "undo_all")]] : [],
		back: tap(t("button-back"), "reference", { value: reference }),
	});
}
