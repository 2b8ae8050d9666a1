import type { Block, DomainCardResult, DomainFacts, ZoneWatch } from "../../../actions/index.ts";
import { footer, nameText, optionalLine } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { type RouteRef, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, backTo, link, tap, type View } from "../../screens/view.ts";
import { type DomainsPosition, routes } from "../../screens.ts";
import { notesLines } from "../notes/view.ts";

/**
 * The target of the *Back* button on the card of a domain (the screen with its details). With `from`, *Back* leads to
 * that screen. Without `from`, *Back* leads to the list of domains at the position `list`.
 */
export interface CardPlace {
	list?: DomainsPosition | undefined;
	from?: RouteRef | undefined;
}

export function cardView(t: T, result: DomainCardResult, { list, from }: CardPlace): View {
	const back = from ? backTo(t("button-back"), from) : link(t("button-back"), routes.domains, list ?? {});
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours")
		return notYoursView(t, result.domain, back, routeRef(routes.domain, { domain: result.domain, list, from }));
	const {
		domain,
		blockedSince,
		reportsEnd = false,
		order = null,
		notes,
		watched = null,
		autoCents = null,
		locked = false,
	} = result;
	const blocked = domain.status === "blocked" && blockedLines(t, { since: blockedSince, reportsEnd });
	const parts = [
		nameText(domain.domain),
		blocked,
		facts(t, domain, order),
		servers(t, domain),
		others(domain),
		notes && notesLines(notes),
		autoCents === null ? t.html("domain-no-auto-renew") : t.html("domain-auto-renew", { money: t.money(autoCents) }),
		watched && watchedLine(t, watched),
		locked && t.html("freeze-note-domain"),
	];
	const name = { domain: domain.domain };
	const here = routeRef(routes.domain, { ...name, list, from });
	return {
		text: paragraphs(parts),
		buttons: [
			[
				tap(t("domain-renew"), "renew", { value: name.domain, style: "primary" }),
				...(blocked ? [link(t("incident-open"), routes.incident, { ...name, from: here })] : []),
			],
			[link(t("domain-dns"), routes.zone, { ...name, page: 1 }), link(t("domain-servers"), routes.nameservers, name)],
			[link(t("domain-profile"), routes.edge, name), tap(t("domain-live"), "live", { value: name.domain })],
			[
				link(t("domain-tags"), routes.tags, { ...name, list, from }),
				link(t("domain-note"), routes.note, { ...name, list, from }),
			],
			[
				tap(t(watched ? "elsewhere-unwatch" : "elsewhere-watch"), "watch", { value: name.domain }),
				link(t("history-open"), routes.priceHistory, { subject: name.domain, from: here }),
			],
			[
				link(t("auto-open"), routes.autoRenew, { ...name, from: here }),
				link(t(locked ? "freeze-unlock" : "freeze-lock"), routes.freeze, name),
			],
			[tap(t("button-refresh"), "again")],
			footer(t, back),
		],
	};
}

function watchedLine(t: T, { answeredAt, failed }: ZoneWatch): Html {
	return lines([
		t.html("elsewhere-state", { time: answeredAt ? t.time(answeredAt) : "none" }),
		failed && t.html("live-failure"),
	]);
}

/**
 * Says that a domain is not in the account, and offers to look it up. `from`: the current screen. The screen with the
 * result of the lookup gets a *Back* button to it.
 */
export function notYoursView(t: T, domain: string, back: Button, from: RouteRef): View {
	const search = link(t("domain-look-up"), routes.offer, { name: domain, from });
	return { text: t.html("domain-not-yours", { name: nameText(domain) }), buttons: [[search], footer(t, back)] };
}

/** Says that the domain is blocked, what still works, and what to do. */
export function blockedLines(t: T, { since, reportsEnd = false }: Block): Html {
	const next = lines([t.html("domain-blocked-next"), reportsEnd && t.html("domain-blocked-heard")], " ");
	return lines([t.html("domain-blocked", { time: since ? t.time(since) : "none" }), next]);
}

/**
 * Shows what the service reports about a domain. `order`: the reference of this bot's order that registered or renewed
 * the domain. If `order` is null, shows the external reference of the domain as the service sent it.
 */
function facts(t: T, domain: DomainFacts, order: string | null): Html {
	const status = ["registered", "blocked", "expired"].includes(domain.status ?? "")
		? t(`domain-status-${domain.status}`)
		: domain.status;
	return lines([
		optionalLine(t, "domain-status", "status", status),
		domain.expiresAt && t.html("domain-expires", { date: t.date(domain.expiresAt) }),
		domain.registeredAt && t.html("domain-registered", { date: t.date(domain.registeredAt) }),
		domain.renewCents !== null && t.html("domain-renewal", { money: t.money(domain.renewCents) }),
		optionalLine(t, "domain-mode", "mode", domain.dnsMode),
		optionalLine(t, "domain-edge", "key", domain.edgeProfileKey),
		optionalLine(t, "operation-label", "label", domain.clientRef),
		order === null
			? optionalLine(t, "quote-external", "reference", domain.externalRef)
			: html`${t("operation-reference", { kind: "register" })} <code>${order}</code>`,
	]);
}

function servers(t: T, { nameservers }: DomainFacts): Html | null {
	if (nameservers.length === 0) return null;
	return lines([
		t.html("domain-nameservers"),
		...nameservers.slice(0, 13).map((each) => html`<code>${shorten(each, 80)}</code>`),
	]);
}

/** Shows the fields of the service's answer that the bot does not know. */
function others({ others: fields }: DomainFacts): Html | null {
	if (fields.length === 0) return null;
	return lines(fields.slice(0, 10).map(({ name, value }) => html`${shorten(name, 40)}: ${shorten(value, 80)}`));
}
