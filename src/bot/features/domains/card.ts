import type { Block, DomainCardResult, DomainFacts } from "../../../actions/index.ts";
import { routes } from "../../routes.ts";
import { footer, nameText, optionalLine } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { type RouteRef, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { type Button, backTo, link, tap, type View } from "../../screens/view.ts";
import { notesLines } from "../notes/view.ts";
import type { DomainsPosition } from "./routes.ts";

/** The position in the list of domains that the card leads back to, or another screen (`from`). */
export interface CardPlace {
	list?: DomainsPosition | undefined;
	from?: RouteRef | undefined;
}

export function cardView(t: T, result: DomainCardResult, { list, from }: CardPlace): View {
	const back = from ? backTo(t("button-back"), from) : link(t("button-back"), routes.domains, list ?? {});
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours")
		return notYoursView(t, result.domain, back, routeRef(routes.domain, { domain: result.domain, list, from }));
	const { domain, blockedSince, heard = false, notes } = result;
	const blocked = domain.status === "blocked" && blockedLines(t, { since: blockedSince, heard });
	const parts = [
		nameText(domain.domain),
		blocked,
		facts(t, domain),
		servers(t, domain),
		others(domain),
		notes && notesLines(notes),
		t.html("domain-no-auto-renew"),
	];
	const name = { domain: domain.domain };
	return {
		text: paragraphs(parts),
		buttons: [
			[tap(t("domain-renew"), "renew", { value: name.domain, style: "success" })],
			[link(t("domain-dns"), routes.zone, { ...name, page: 1 }), link(t("domain-servers"), routes.nameservers, name)],
			[link(t("domain-profile"), routes.edge, name), tap(t("button-refresh"), "again")],
			[
				link(t("domain-tags"), routes.tags, { ...name, list, from }),
				link(t("domain-note"), routes.note, { ...name, list, from }),
			],
			footer(t, back),
		],
	};
}

/** Shown for a name that is not in the account and may be available. `from`: this screen, as the way back. */
export function notYoursView(t: T, domain: string, back: Button, from: RouteRef): View {
	const search = link(t("domain-look-up"), routes.offer, { name: domain, from });
	return { text: t.html("domain-not-yours", { name: nameText(domain) }), buttons: [[search], footer(t, back)] };
}

/** Says that the domain is blocked, what still works, and what to do. */
export function blockedLines(t: T, { since, heard = false }: Block): Html {
	const next = lines([t.html("domain-blocked-next"), heard && t.html("domain-blocked-heard")], " ");
	return lines([t.html("domain-blocked", { time: since ? t.time(since) : "none" }), next]);
}

function facts(t: T, domain: DomainFacts): Html {
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
		optionalLine(t, "quote-external", "reference", domain.externalRef),
	]);
}

function servers(t: T, { nameservers }: DomainFacts): Html | null {
	if (nameservers.length === 0) return null;
	return lines([
		t.html("domain-nameservers"),
		...nameservers.slice(0, 13).map((each) => html`<code>${shorten(each, 80)}</code>`),
	]);
}

/** Shows fields that the bot does not know as the service sent them. */
function others({ others: fields }: DomainFacts): Html | null {
	if (fields.length === 0) return null;
	return lines(fields.slice(0, 10).map(({ name, value }) => html`${shorten(name, 40)}: ${shorten(value, 80)}`));
}
