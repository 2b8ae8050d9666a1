import type { AutoRenewal } from "../../actions/index.ts";
import { pageOf } from "../../rules/pages.ts";
import { readSum } from "../../rules/request.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { lookAlikeText, marked, nameLabel, nameText, noticeText } from "../screens/format.ts";
import { html, lines, paragraphs, shorten } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { type Act, screen } from "../screens/screen.ts";
import { namesLine, selectedDomains } from "../screens/shared/domain.ts";
import type { T } from "../screens/texts.ts";
import { inRows, link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/**
 * The settings of auto-renew. With auto-renew, the bot renews a domain without asking, unless the price is above a limit
 * that the person chose.
 */
export function createAutoRenew({ actions: { renewal } }: FeatureDeps): Feature {
	/** The buttons and the text that choose a price limit for `domainsOf(params)`. Null turns auto-renew off. */
	function choosing<P>(domainsOf: (params: P) => readonly string[]) {
		const save = async ({ personId, params }: Act<P>, ceilingCents: number | null) => {
			const result = await renewal.setAuto({ personId, domains: domainsOf(params), ceilingCents });
			if (result.kind === "saved") return { noticeKey: ceilingCents === null ? "auto-stopped" : "auto-saved" };
			return { noticeKey: result.kind === "invalid" ? "auto-bad-price" : "auto-not-saved" };
		};
		return {
			on: { set: (act: Act<P>) => save(act, Number(act.value)), stop: (act: Act<P>) => save(act, null) },
			text(act: Act<P>) {
				const cents = readSum(act.value);
				return cents !== null && save(act, cents);
			},
		};
	}
	const one = choosing(({ domain }: ParamsOf<typeof routes.autoRenew>) => [domain]);
	const many = choosing(({ domains }: ParamsOf<typeof routes.manyAutoRenew>) => domains);
	return feature([
		screen(routes.autoRenew, {
			load: ({ personId, params: { domain } }) => renewal.auto({ personId, domain }),
			view: (t, result, { params, personId }) => autoRenewView(t, result, params, personId),
			back: ({ domain, from }) => from ?? routeRef(routes.domain, { domain }),
			on: one.on,
			text: one.text,
		}),
		screen(routes.manyAutoRenew, {
			view: manyAutoRenewView,
			back: ({ domains }) => selectedDomains(domains),
			on: many.on,
			text: many.text,
		}),
		screen(routes.autoRenewals, {
			load: ({ personId }) => renewal.autos({ personId }),
			view: (t, { rules }, { params: { page = 1 } }) => autoRenewalsView(t, rules, page),
			back: () => routeRef(routes.expiring, { days: 30 }),
			callbacks: listCallbacks(routes.autoRenewals),
		}),
	]);
}

const pageSize = 20;
/** The price limits to offer as buttons for one domain, as multiples of its current renewal price. */
const ceilings = [1, 1.25, 1.5, 2];

type One = { domain: string; rule: AutoRenewal | null; renewCents: number | null; premium: boolean };

/** If another person turned auto-renew on, names that person. */
export function autoRenewView(
	t: T,
	result: One,
	{ domain, noticeKey }: ParamsOf<typeof routes.autoRenew>,
	personId: number,
): View {
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
		buttons: [...inRows(buttons, 2), ...(rule ? [[tap(t("auto-stop"), "stop")]] : [])],
	};
}

/** The price limits to offer as buttons for several domains, in cents. */
const usualCeilings = [1_500, 2_000, 3_000, 5_000];

/** The chosen price limit applies to each domain separately. */
function manyAutoRenewView(t: T, { domains, noticeKey }: ParamsOf<typeof routes.manyAutoRenew>): View {
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
		buttons: [...inRows(buttons, 2), [tap(t("auto-stop"), "stop")]],
	};
}

function autoRenewalsView(t: T, rules: readonly AutoRenewal[], page: number): View {
	const from = routeRef(routes.autoRenewals, { page });
	return listView(t, {
		title: t.html("autos-title"),
		notes: [rules.length === 0 && t.html("autos-none")],
		shown: pageOf(rules, page, pageSize),
		row: ({ domain, ceilingCents }) =>
			link(`${nameLabel(domain)} · ≤ ${t.money(ceilingCents)}`, routes.autoRenew, { domain, from }),
		details: [t.html("auto-how")],
	});
}
