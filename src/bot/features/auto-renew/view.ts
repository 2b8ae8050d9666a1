import type { AutoRenewal, Trouble } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { footer, lookAlikeText, marked, nameLabel, nameText, noticeText } from "../../screens/format.ts";
import { html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { closedListView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { backToSelected, namesLine } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { backTo, inRows, link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 20;
/** The price limits to offer as buttons for one domain, as multiples of its current renewal price. */
const ceilings = [1, 1.25, 1.5, 2];

type One =
	| { kind: "auto"; domain: string; rule: AutoRenewal | null; renewCents: number | null; premium: boolean }
	| Trouble;

/**
 * Shows the price limit of a domain's auto-renew, and buttons for other limits. If another person turned auto-renew on,
 * names that person.
 */
export function autoRenewView(
	t: T,
	result: One,
	{ domain, noticeKey, from }: ParamsOf<typeof routes.autoRenew>,
	personId: number,
): View {
	const back = from ? backTo(t("button-back"), from) : link(t("button-back"), routes.domain, { domain });
	if (result.kind === "trouble") return troubleView(t, result, back);
	const { rule, renewCents, premium } = result;
	const choices = renewCents === null ? [] : ceilings.map((each) => Math.ceil((renewCents * each) / 100) * 100);
	const buttons = choices.map((cents) => {
		const text = t("auto-up-to", { money: t.money(cents) });
		return tap(marked(text, cents === rule?.ceilingCents), "set", { value: String(cents) });
	});
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			t.html("auto-title", { name: nameText(domain) }),
			rule
				? lines([
						t.html("auto-on", { money: t.money(rule.ceilingCents) }),
						rule.personId !== personId &&
							t.html("auto-by", { name: html`${shorten(rule.personName ?? String(rule.personId), 40)}` }),
					])
				: t.html("auto-off"),
			lookAlikeText(t, domain),
			premium && t.html("auto-premium"),
			renewCents === null ? t.html("auto-no-price") : t.html("domain-renewal", { money: t.money(renewCents) }),
			t.html("auto-type"),
			t.html("auto-how"),
		]),
		buttons: [...inRows(buttons, 2), ...(rule ? [[tap(t("auto-stop"), "stop")]] : []), footer(t, back)],
	};
}

/** The price limits to offer as buttons for several domains, in cents. */
const usualCeilings = [1_500, 2_000, 3_000, 5_000];

/**
 * Shows the screen that turns auto-renew on or off for several domains. The chosen price limit applies to each domain
 * separately.
 */
export function manyAutoRenewView(t: T, { domains, noticeKey }: ParamsOf<typeof routes.manyAutoRenew>): View {
	const buttons = usualCeilings.map((cents) => {
		return tap(t("auto-up-to", { money: t.money(cents) }), "set", { value: String(cents) });
	});
	return {
		text: paragraphs([
			noticeText(t, noticeKey),
			lines([t.html("auto-title-many", { count: domains.length }), namesLine(t, domains)]),
			t.html("auto-ask-many"),
			t.html("auto-how"),
		]),
		buttons: [...inRows(buttons, 2), [tap(t("auto-stop"), "stop")], footer(t, backToSelected(t, domains))],
	};
}

export function autoRenewalsView(
	t: T,
	result: { kind: "autos"; rules: readonly AutoRenewal[] } | Trouble,
	{ page = 1 }: ParamsOf<typeof routes.autoRenewals>,
): View {
	const back = link(t("button-back"), routes.expiring, { days: 30 });
	if (result.kind === "trouble") return troubleView(t, result, back);
	const from = routeRef(routes.autoRenewals, { page });
	return closedListView(t, {
		title: t.html("autos-title"),
		notes: [result.rules.length === 0 && t.html("autos-none")],
		shown: pageOf(result.rules, page, pageSize),
		row: ({ domain, ceilingCents }) =>
			link(`${nameLabel(domain)} · ≤ ${t.money(ceilingCents)}`, routes.autoRenew, { domain, from }),
		details: [t.html("auto-how")],
		back,
	});
}
