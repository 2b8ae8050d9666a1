import type { Mandate, Proposal, Trouble } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { footer, inlineNames, listedName, noticeText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, visibleText } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { ParamsOf } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 8;
const mostNames = 5;

type Listed = { kind: "programs"; programs: readonly Mandate[] } | Trouble;

export function programsView(t: T, result: Listed, place: ParamsOf<typeof routes.programs>): View {
	if (result.kind === "trouble") return troubleView(t, result);
	const shown = pageOf(result.programs, place.page ?? 1, pageSize);
	return listView(t, {
		title: paragraphs([noticeText(t, place.noticeKey), t.html("programs-title")]),
		notes: [t.html(shown.total === 0 ? "programs-none" : "programs-how")],
		shown,
		row: ({ id, name, state, open }) =>
			link(`${state === "live" ? (open > 0 ? "🔔" : "🤖") : "⏹"} ${name}`, routes.program, { mandateId: id }),
		controls: [[tap(t("programs-new"), "new", { style: "primary" })]],
		back: link(t("button-back"), routes.account, {}),
	});
}

/** Says which domains a mandate covers. */
export function scopeText(t: T, { names, tag }: Pick<Mandate, "names" | "tag">): Html {
	if (tag !== null) return html`#${tag}`;
	if (names.length === 0) return t.html("programs-scope-all");
	const more = names.length - mostNames;
	return lines([inlineNames(names.slice(0, mostNames)), more > 0 && html`+${more}`], " ");
}

/** Shows a program: its mandate, what is left of it, and what became of its proposals. */
export function programView(t: T, { mandate, log }: { mandate: Mandate; log: readonly Proposal[] }): View {
	const { id, name, state, tokenLast4, endsAt, lastUsedAt, dayCents, orderCents, leftCents } = mandate;
	const isLive = state === "live";
	return {
		text: paragraphs([
			t.html("program-title", { name: visibleText(name), last4: tokenLast4 }),
			lines([
				t.html(`program-state-${state}`, { date: t.time(endsAt) }),
				t.html("programs-allows", { what: mandate.allows.map((each) => t(`programs-allow-${each}`)).join(", ") }),
				t.html("programs-domains", { what: scopeText(t, mandate) }),
				t.html("programs-sums", { day: t.money(dayCents), order: t.money(orderCents) }),
				isLive && t.html("programs-left", { left: t.money(leftCents) }),
				lastUsedAt ? t.html("program-used", { time: t.time(lastUsedAt) }) : t.html("program-unused"),
			]),
			log.length === 0
				? t.html("program-log-none")
				: html`<blockquote expandable>${lines([t.html("program-log"), ...log.map((each) => logLine(t, each))])}</blockquote>`,
		]),
		buttons: [
			isLive && mandate.open > 0
				? [link(t("program-proposals", { count: mandate.open }), routes.proposals, { mandateId: id })]
				: [],
			isLive ? [tap(t("program-stop"), "end", { style: "danger" })] : [],
			footer(t, link(t("button-back"), routes.programs, {})),
		],
	};
}

/** Says in one line what a program proposed and what became of it. */
export function logLine(t: T, { row: { order, refusal, createdAt }, outcome }: Proposal): Html {
	return t.html("program-log-line", {
		time: t.time(createdAt),
		what: t.html(`proposal-action-${order.action}`),
		name: listedName(order.domain),
		outcome: refusal === null ? t.html(`proposal-outcome-${outcome}`) : t.html(`proposal-refusal-${refusal}`),
	});
}
