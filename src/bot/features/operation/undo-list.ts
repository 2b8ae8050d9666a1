import type { Operation } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { nameLabel } from "../../screens/format.ts";
import { listView } from "../../screens/list.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, tap, type View } from "../../screens/view.ts";

const pageSize = 8;

/**
 * Lists the domains whose change can be undone. A tap on a domain plans its undo. Another button plans the undo of all
 * domains. This button is absent if some domains would get back an edge profile and others their nameservers, because
 * one operation cannot do both.
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

/** The states in which the remaining domains of an operation are still in progress. No undo button is shown yet. */
const running: ReadonlySet<Operation["state"]> = new Set(["confirmed", "sent", "accepted"]);

/**
 * Returns a button that undoes the finished part of an operation, if the rest has ended or has an unclear outcome.
 * Returns none after success, because `afterSuccess` in `buttons.ts` then adds the button.
 */
export function undoFinished(t: T, { state, mine, undoable }: Operation): Button[] {
	return mine && undoable && state !== "succeeded" && !running.has(state) ? [undoButton(t)] : [];
}

export function undoButton(t: T): Button {
	return tap(t("operation-undo"), "undo");
}
