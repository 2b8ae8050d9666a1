import type { Operation } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { nameLabel } from "../../screens/format.ts";
import { listView } from "../../screens/list.ts";
import type { T } from "../../screens/texts.ts";
import { tap, type View } from "../../screens/view.ts";

const pageSize = 8;

/**
 * Lists the domains whose change can be undone. A tap on a domain plans the undo of its change. Another button plans
 * the undo for all domains. One operation cannot restore edge profiles for some domains and nameservers for others. So
 * if both would be needed, the button for all domains is left out.
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
