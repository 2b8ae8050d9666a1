import { type HealthFinding, healthSources } from "@domains/dns/health.ts";
import type { MailState } from "@domains/dns/mail.ts";
import type { CheckResult, MailOfDomain, Trouble } from "../../actions/index.ts";
import { type Page, pageOf } from "../../rules/pages.ts";
import { type Feature, type FeatureDeps, feature } from "../feature.ts";
import { listedName, nameLabel, nameText } from "../screens/format.ts";
import { type Html, html, lines, type Part, paragraphs, shorten } from "../screens/html.ts";
import { listCallbacks, listView } from "../screens/list.ts";
import { type ParamsOf, routeRef } from "../screens/route.ts";
import { screen } from "../screens/screen.ts";
import { notYoursView } from "../screens/shared/domain.ts";
import type { T } from "../screens/texts.ts";
import { link, tap, type View } from "../screens/view.ts";
import { routes } from "../screens.ts";

/** The maximum number of domains on one page. Each domain needs a call to the service. */
const pageSize = 8;

/**
 * Handles two checks for mistakes: one of the whole zone of a domain, and one of the mail records of several domains.
 * Neither changes anything.
 */
export function createZoneCheck({ actions }: FeatureDeps): Feature {
	const { dns } = actions;
	return feature([
		screen(routes.zoneCheck, {
			load: ({ personId, params: { domain } }) => dns.check({ personId, domain }),
			view: (t, result, { params }) => zoneCheckView(t, result, params),
			back: ({ domain, from }) => from ?? routeRef(routes.zone, { domain }),
		}),
		screen(routes.mailCheck, {
			async load({ personId, params }) {
				const page = pageOf(params.domains, params.page ?? 1, pageSize);
				const result = await dns.checkMail({ personId, domains: page.items });
				return result.kind === "trouble" ? result : { ...page, items: [...result.domains] };
			},
			view: (t, page, { params }) => mailCheckView(t, page, params),
			callbacks: listCallbacks(routes.mailCheck),
		}),
	]);
}

const mostFindings = 15;
const mostSelectors = 6;

/**
 * Shows the problems of a zone, each with a link to the section of the RFC that contains the rule. Also shows the state
 * of the domain's mail records.
 */
export function zoneCheckView(
	t: T,
	result: Exclude<CheckResult, Trouble>,
	params: ParamsOf<typeof routes.zoneCheck>,
): View {
	const { domain } = params;
	if (result.kind === "not_yours") return notYoursView(t, domain, routeRef(routes.zoneCheck, params));
	const { findings, mail, records, mode, servers, targets } = result;
	const more = findings.length - mostFindings;
	// If `mail` is null, the nameservers of another provider serve the domain. Its records here are then not public, so
	// only the nameservers are checked.
	const isChecked = mail === null ? servers.checked > 0 : records > 0;
	const isWhole = servers.checked === servers.total && targets.checked === targets.total;
	const isFine = findings.length === 0 && isChecked;
	return {
		text: paragraphs([
			t.html("check-title", { name: nameText(result.domain) }),
			mail === null && t.html("check-elsewhere", { mode: mode ?? "external" }),
			lines([
				mail !== null && records === 0 && t.html("check-empty"),
				isFine && isWhole && t.html("check-fine", { count: mail === null ? 0 : records }),
				isFine && !isWhole && t.html("check-fine-partly"),
				...findings.slice(0, mostFindings).map((each) => findingLine(t, each)),
				more > 0 && t.html("operation-more", { count: more }),
			]),
			coverageLines(t, result),
			mail && lines([t.html("mail-title"), ...mailLines(t, mail)]),
		]),
		buttons: [[link(t("templates-open"), routes.dnsTemplates, { domain }), tap(t("button-refresh"), "again")]],
	};
}

/**
 * Says how many of the domain's nameservers and targets were checked. A target is a name to which a record of the
 * domain points. Warns if some were not checked.
 */
function coverageLines(t: T, { servers, targets }: Extract<CheckResult, { kind: "checked" }>): Html {
	const total = servers.total + targets.total;
	const checked = servers.checked + targets.checked;
	const partly = checked > 0 && checked < total;
	return lines([
		total > 0 && checked === 0 && t.html("check-offline"),
		partly && t.html("check-partly"),
		servers.total > 0 && t.html("check-servers-asked", { ...servers }),
		targets.total > 0 && t.html("check-targets-asked", { ...targets }),
	]);
}

function findingLine(t: T, { problem, at, part = "" }: HealthFinding): Html {
	const url = healthSources[problem];
	const [, document = "", section = ""] = /rfc(\d+)#section-([\d.]+)$/.exec(url) ?? [];
	const text = t.html(`check-${problem.replaceAll("_", "-")}`, { at: shorten(at, 60), part: shorten(part, 60) });
	return html`⚠️ ${text} (<a href="${url}">RFC ${document}, ${section}</a>)`;
}

function mailLines(t: T, { mx, spf, dkim, dmarc }: MailState): Part[] {
	const selectors = dkim.selectors.slice(0, mostSelectors).map((each) => shorten(each, 20));
	return [
		t.html("mail-mx", { state: mx.state, count: mx.count }),
		spf.problem
			? t.html("mail-spf-broken", { reason: spf.problem.reason, part: shorten(spf.problem.part, 60) })
			: t.html("mail-spf", { state: spf.state, count: spf.lookups, least: String(spf.isMinimum ?? false) }),
		spf.isMinimum && !spf.problem && t.html("mail-spf-uncounted"),
		t.html("mail-dkim", { state: dkim.state, selectors: selectors.join(", ") }),
		t.html("mail-dmarc", { state: dmarc.state, policy: dmarc.policy ?? "none" }),
	];
}

/**
 * Shows the state of the mail records of several domains, one line each. The marks (✅, ▫️, ⚠️) are those of
 * `zoneCheckView`. A tap on a domain opens the check of its zone.
 */
export function mailCheckView(t: T, shown: Page<MailOfDomain>, params: ParamsOf<typeof routes.mailCheck>): View {
	const rows = shown.items.map(({ domain, mail, isPublic }) => {
		if (!mail) return html`${listedName(domain)} — ${t.html(isPublic ? "skipped-unread" : "mail-not-public")}`;
		const { mx, spf, dkim, dmarc } = mail;
		const marks = [
			["MX", mx.state === "ok" || mx.state === "null_mx" ? "✅" : "⚠️"],
			["SPF", spf.state !== "ok" ? "⚠️" : spf.isMinimum ? "▫️" : "✅"],
			["DKIM", dkim.state === "ok" ? "✅" : "⚠️"],
			["DMARC", ["ok", "monitors", "alias"].includes(dmarc.state) ? "✅" : "⚠️"],
		];
		return html`${listedName(domain)} — ${marks.map((mark) => mark.join(" ")).join(" ")}`;
	});
	const from = routeRef(routes.mailCheck, params);
	return listView(t, {
		title: t.html("mail-check-title", { count: shown.total }),
		shown,
		row: ({ domain }) => link(nameLabel(domain), routes.zoneCheck, { domain, from }),
		details: [lines(rows)],
	});
}
