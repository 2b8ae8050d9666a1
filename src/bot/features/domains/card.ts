import { domainStatuses } from "@domains/contract/domains.ts";
import type { DomainCardResult, DomainFacts, Trouble, ZoneWatch } from "../../../actions/index.ts";
import { dayMs } from "../../../rules/local-time.ts";
import { tagOf } from "../../../rules/tags.ts";
import { copyAge, nameText, optionalLine } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { type ParamsOf, type RouteRef, routeRef } from "../../screens/route.ts";
import { blockedLines, notesLines, notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { link, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

type Place = ParamsOf<typeof routes.domain>;
type Card = Exclude<DomainCardResult, Trouble>;

/** Within this many milliseconds of its expiry, renewing a domain is the next step. */
const dueMs = 90 * dayMs;

/** Where *Back* leads from the card: to the screen that opened it, or to its place in the list. */
export function cardOrigin({ list = {}, from }: Omit<Place, "domain">): RouteRef {
	return from ?? routeRef(routes.domains, list);
}

export function cardView(t: T, result: Card, { list, from }: Omit<Place, "domain">, now: Date): View {
	if (result.kind === "not_yours")
		return notYoursView(t, result.domain, routeRef(routes.domain, { domain: result.domain, list, from }));
	const {
		domain,
		blockedSince,
		reportsEnd = false,
		order = null,
		notes,
		watched = null,
		autoCents = null,
		locked = false,
		asOf,
	} = result;
	const blocked = domain.status === "blocked" && blockedLines(t, { since: blockedSince, reportsEnd });
	const parts = [
		nameText(domain.domain),
		copyAge(t, asOf),
		blocked,
		facts(t, domain, order, notes?.tags ?? []),
		servers(t, domain),
		others(domain),
		notes && notesLines(notes),
		autoRenewLine(t, autoCents),
		watched && watchedLine(t, watched),
		locked && t.html("freeze-note-domain"),
	];
	const place = { domain: domain.domain, list, from };
	const isDue = domain.expiresAt !== null && domain.expiresAt.getTime() - now.getTime() < dueMs;
	return {
		text: paragraphs(parts),
		buttons: [
			[
				link(t("domain-renewal-open"), routes.domainRenewal, place, isDue ? "primary" : undefined),
				link(t("domain-dns"), routes.zone, { domain: domain.domain, page: 1 }),
			],
			[link(t("domain-tags"), routes.tags, place), link(t("button-more"), routes.domainMore, place)],
		],
	};
}

export function renewalView(t: T, result: Card, place: Place): View {
	const here = routeRef(routes.domainRenewal, place);
	if (result.kind === "not_yours") return notYoursView(t, result.domain, here);
	const { domain, accountId, autoCents = null } = result;
	const remind =
		domain.expiresAt && accountId !== undefined
			? [link(t("renewal-remind"), routes.renewalChoice, { accountId, domain: domain.domain, from: here })]
			: [];
	return {
		text: paragraphs([
			nameText(domain.domain),
			lines([
				domain.expiresAt && t.html("domain-expires", { date: t.date(domain.expiresAt) }),
				domain.renewCents !== null && t.html("domain-renewal", { money: t.money(domain.renewCents) }),
				autoRenewLine(t, autoCents),
			]),
		]),
		buttons: [
			[tap(t("domain-renew"), "renew", { value: domain.domain, style: "primary" })],
			[link(t("auto-open"), routes.autoRenew, { domain: domain.domain, from: here }), ...remind],
			[link(t("history-open"), routes.priceHistory, { subject: domain.domain, from: here })],
		],
	};
}

export function cardMoreView(t: T, result: Card, place: Place): View {
	const here = routeRef(routes.domainMore, place);
	if (result.kind === "not_yours") return notYoursView(t, result.domain, here);
	const { domain, locked = false } = result;
	const incident = link(t("incident-open"), routes.incident, { domain: domain.domain, from: here }, "primary");
	return {
		text: paragraphs([nameText(domain.domain), locked && t.html("freeze-note-domain"), t.html("domain-elsewhere")]),
		buttons: [
			domain.status === "blocked" ? [incident] : [],
			[link(t(locked ? "freeze-unlock" : "freeze-lock"), routes.freeze, { domain: domain.domain, from: here })],
		],
	};
}

function autoRenewLine(t: T, cents: number | null): Html {
	return cents === null ? t.html("domain-no-auto-renew") : t.html("domain-auto-renew", { money: t.money(cents) });
}

function watchedLine(t: T, { answeredAt, failed }: ZoneWatch): Html {
	return lines([
		t.html("elsewhere-state", { time: answeredAt ? t.time(answeredAt) : "none" }),
		failed && t.html("live-failure"),
	]);
}

/**
 * `order`: the reference of this bot's order that registered or renewed the domain. A label that is also a tag is shown
 * as the tag only.
 */
function facts(t: T, domain: DomainFacts, order: string | null, tags: readonly string[]): Html {
	const status = domainStatuses.some((each) => each === domain.status)
		? t(`domain-status-${domain.status}`)
		: domain.status;
	return lines([
		optionalLine(t, "domain-status", "status", status),
		domain.expiresAt && t.html("domain-expires", { date: t.date(domain.expiresAt) }),
		domain.registeredAt && t.html("domain-registered", { date: t.date(domain.registeredAt) }),
		domain.renewCents !== null && t.html("domain-renewal", { money: t.money(domain.renewCents) }),
		optionalLine(t, "domain-mode", "mode", domain.dnsMode),
		optionalLine(t, "domain-edge", "key", domain.edgeProfileKey),
		!tags.includes(tagOf(domain.clientRef ?? "") ?? "") &&
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

/** The fields of the service's answer that the bot does not know. */
function others({ others: fields }: DomainFacts): Html | null {
	if (fields.length === 0) return null;
	return lines(fields.slice(0, 10).map(({ name, value }) => html`${shorten(name, 40)}: ${shorten(value, 80)}`));
}
