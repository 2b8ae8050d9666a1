import type { Operation } from "../../../actions/index.ts";
import { mostServerDomains, mostZones } from "../../../rules/dns/list-limits.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, link, tap } from "../../screens/view.ts";

/** Returns the domains of the items that succeeded. */
export function doneIn(items: Operation["items"]): string[] {
	return items.filter(({ phase }) => phase === "succeeded").map(({ domain }) => domain);
}

/** Returns buttons for the usual next steps after a registration: DNS records and nameservers. */
export function setUpButtons(t: T, domain: string): Button[] {
	return [dnsButton(t, domain), link(t("domain-servers"), routes.nameservers, { domain })];
}

/**
 * Returns buttons for the usual next steps after the registration of several domains. Returns none for fewer than two
 * domains. Also returns none if the operation belongs to an inactive account, because the next screens show only the
 * active one.
 */
export function setUpMany(t: T, { items, account }: Operation): Button[] {
	const domains = doneIn(items);
	if (domains.length < 2 || !account.active) return [];
	const dns = domains.length <= mostZones ? [link(t("domain-dns"), routes.manyDns, { domains })] : [];
	return domains.length <= mostServerDomains ? [...dns, tap(t("domain-servers"), "servers")] : [];
}

export function dnsButton(t: T, domain: string, draftId?: number): Button {
	return link(t("domain-dns"), routes.zone, { domain, page: 1, draftId });
}
