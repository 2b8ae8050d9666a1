import type { Mandate, Operation, Proposal } from "../../../actions/index.ts";
import { footer, lookAlikeText, nameText, noticeText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten, visibleText } from "../../screens/html.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";
import { logLine } from "./view.ts";

interface Waiting {
	mandate: Mandate;
	waiting: readonly Proposal[];
	recent: readonly Proposal[];
}

type Place = Pick<ParamsOf<typeof routes.proposals>, "noticeKey" | "vars"> & { sandbox: boolean };

/** The most characters of a program's words, alone in the message and in a list. */
const longestReason = 500;
const listedReason = 90;

/**
 * Shows what a program asks of the person, in one message. With several proposals, each has a number, which its buttons
 * repeat. The program's words are a quotation in which every hidden character is visible.
 */
export function proposalsView(t: T, { mandate, waiting, recent }: Waiting, { noticeKey, vars, sandbox }: Place): View {
	const { id, name, leftCents, dayCents, endsAt, state } = mandate;
	const isAlone = waiting.length === 1;
	const others = recent.filter(({ outcome }) => outcome !== "pending");
	const head = t.html(waiting.length === 0 ? "proposals-none" : "proposals-title", {
		name: visibleText(name),
		count: waiting.length,
	});
	const about = waiting.map((each, index) => proposalText(t, each, isAlone ? null : index + 1));
	return {
		text: paragraphs([
			noticeText(t, noticeKey, vars),
			head,
			...about,
			others.length > 0 && lines([t.html("proposals-recent"), ...others.map((each) => logLine(t, each))]),
			state === "live"
				? t.html("proposals-left", { left: t.money(leftCents), day: t.money(dayCents), date: t.time(endsAt) })
				: t.html(`program-state-${state}`, { date: t.time(endsAt) }),
			waiting.length > 0 && t.html("proposals-safety"),
			sandbox && t.html("sandbox-note"),
		]),
		buttons: [
			...waiting.map((each, index) => proposalButtons(t, each, { number: isAlone ? null : index + 1, mandateId: id })),
			state === "live" ? [tap(t("program-stop"), "end", { style: "danger" })] : [],
			footer(t, link(t("proposals-program"), routes.program, { mandateId: id })),
		],
	};
}

function proposalText(t: T, { row, operation, outcome }: Proposal, number: number | null): Html {
	const { domain } = row.order;
	const reason = shorten(visibleText(row.reason.trim()), number === null ? longestReason : listedReason);
	const title = lines([number !== null && html`${number}.`, nameText(domain)], " ");
	return lines([
		title,
		operation && whatText(t, operation),
		lookAlikeText(t, domain),
		outcome === "asked_again" && t.html("proposals-again"),
		operation?.state === "lapsed" && t.html("proposals-lapsed"),
		reason !== "" && t.html("proposals-words"),
		reason !== "" && html`<blockquote>${reason.replaceAll(/\s+/g, " ")}</blockquote>`,
	]);
}

/** Says what the quote costs now and at renewal, or what a change does. */
function whatText(t: T, { kind, items, quote, change }: Operation): Html {
	const [item] = items;
	if (change?.kind === "dns") {
		const { added, removed, changed } = change.diff;
		return t.html("proposals-dns", { added: added.length, removed: removed.length, changed: changed.length });
	}
	if (change?.kind === "nameservers")
		return t.html("proposals-nameservers", { names: (change.after ?? []).join(", ") });
	return t.html("proposals-order", {
		kind,
		years: item?.years ?? 1,
		money: t.money(quote?.totalCents ?? 0),
		renewal: item?.renewCents == null ? t("price-unknown") : t.money(item.renewCents),
	});
}

function proposalButtons(
	t: T,
	{ id, operation }: Proposal,
	{ number, mandateId }: { number: number | null; mandateId: number },
): Button[] {
	const label = (text: string) => (number === null ? text : `${number} · ${text}`);
	const decline = tap(label(t("proposals-decline")), "decline", { value: String(id) });
	if (!operation?.quote || operation.state === "lapsed")
		return [tap(label(t("proposals-refresh")), "refresh", { value: String(id) }), decline];
	// What a change does to the records is shown on its own screen, which also confirms it.
	if (operation.change) {
		const from = routeRef(routes.proposals, { mandateId });
		return [link(label(t("proposals-review")), routes.operation, { operationId: operation.id, from }), decline];
	}
	const value = JSON.stringify({ operationId: operation.id, number: operation.quote.number });
	const money = t.money(operation.quote.totalCents);
	return [tap(label(t("proposals-pay", { money })), "pay", { value, style: "success" }), decline];
}
