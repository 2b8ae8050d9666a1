import type { InlineKeyboardButton } from "grammy/types";
import type { DomainCardResult, DomainFacts } from "../../../actions/index.ts";
import { troubleView } from "../../errors.ts";
import { footer, nameLabel, nameText } from "../../format.ts";
import { type Html, html, lines, shorten } from "../../html.ts";
import { routes } from "../../routes.ts";
import type { T } from "../../texts.ts";
import { type Button, link, tap, type View } from "../../view.ts";

export const pageSize = 8;

/** An alias, because an interface does not fit a screen's parameters. */
export type ListPosition = {
	search?: string | undefined;
	cursors: string[];
	offset: number;
};

export interface ListPage {
	/** What the service sent for this cursor: a page of its own size, perhaps everything. */
	domains: readonly DomainFacts[];
	total: number | null;
	nextCursor: string | null;
}

export function listView(t: T, page: ListPage, position: ListPosition): View {
	const { search, offset } = position;
	const found = page.domains.slice(offset, offset + pageSize);
	if (found.length === 0) {
		const text = search === undefined ? t.html("domains-none") : t.html("domains-none-found", { search });
		const first =
			search === undefined
				? [tap(t("home-search"), "search")]
				: [link(t("domains-all"), routes.domains, { cursors: [], offset: 0 })];
		return { text, buttons: [first, footer(t)] };
	}
	const rows = found.map((each) => [link(rowOf(t, each), routes.domain, { domain: each.domain, list: position })]);
	const title =
		search === undefined
			? t.html("domains-title", { count: page.total ?? "none" })
			: t.html("domains-found", { search });
	const several = [tap(t("domains-renew"), "renew")];
	return { text: title, buttons: [...rows, pagerOf(t, page, position), several, footer(t)] };
}

function rowOf(t: T, { domain, status, expiresAt }: DomainFacts): string {
	const mark = status === "blocked" ? "⛔ " : status === "expired" ? "⌛ " : "";
	const until = expiresAt === null ? "" : ` · ${t.date(expiresAt)}`;
	return `${mark}${nameLabel(domain)}${until}`;
}

/** Our pages within the service's page first, then its next one. */
function pagerOf(t: T, { domains, nextCursor }: ListPage, { search, cursors, offset }: ListPosition): Button[] {
	const turn = (text: string, position: ListPosition) => link(text, routes.domains, { search, ...position });
	const within = offset + pageSize < domains.length;
	const earlier = offset > 0 ? { cursors, offset: offset - pageSize } : { cursors: cursors.slice(0, -1), offset: 0 };
	const later = within
		? { cursors, offset: offset + pageSize }
		: { cursors: [...cursors, nextCursor ?? ""], offset: 0 };
	return [
		...(offset > 0 || cursors.length > 0 ? [turn(t("button-previous"), earlier)] : []),
		...(within || nextCursor !== null ? [turn(t("button-next"), later)] : []),
	];
}

/** `keyboard` is the menu of a domain that is this person's. */
export function cardView(
	t: T,
	result: DomainCardResult,
	position: ListPosition,
	keyboard: InlineKeyboardButton[][],
): View {
	const back = link(t("button-back"), routes.domains, position);
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours") {
		const search = link(t("domain-look-up"), routes.offer, { name: result.domain });
		return {
			text: t.html("domain-not-yours", { name: nameText(result.domain) }),
			buttons: [[search], footer(t, back)],
		};
	}
	const { domain, blockedSince } = result;
	const blocked =
		domain.status === "blocked" &&
		lines([
			t.html("domain-blocked", { time: blockedSince ? t.time(blockedSince) : "none" }),
			t.html("domain-blocked-next"),
		]);
	const parts = [
		nameText(domain.domain),
		blocked,
		facts(t, domain),
		servers(t, domain),
		others(domain),
		t.html("domain-no-auto-renew"),
	];
	return { text: lines(parts, "\n\n"), keyboard };
}

function facts(t: T, domain: DomainFacts): Html {
	const status = ["registered", "blocked", "expired"].includes(domain.status ?? "")
		? t(`domain-status-${domain.status}`)
		: domain.status;
	return lines([
		status !== null && t.html("domain-status", { status }),
		domain.expiresAt && t.html("domain-expires", { date: t.date(domain.expiresAt) }),
		domain.registeredAt && t.html("domain-registered", { date: t.date(domain.registeredAt) }),
		domain.renewCents !== null && t.html("domain-renewal", { money: t.money(domain.renewCents) }),
		domain.dnsMode && t.html("domain-mode", { mode: domain.dnsMode }),
		domain.edgeProfileKey && t.html("domain-edge", { key: domain.edgeProfileKey }),
		domain.clientRef && t.html("operation-label", { label: domain.clientRef }),
		domain.externalRef && t.html("quote-external", { reference: domain.externalRef }),
	]);
}

function servers(t: T, { nameservers }: DomainFacts): Html | null {
	if (nameservers.length === 0) return null;
	return lines([
		t.html("domain-nameservers"),
		...nameservers.slice(0, 13).map((each) => html`<code>${shorten(each, 80)}</code>`),
	]);
}

/** What we have no name for is shown as it came. */
function others({ others: fields }: DomainFacts): Html | null {
	if (fields.length === 0) return null;
	return lines(fields.slice(0, 10).map(({ name, value }) => html`${shorten(name, 40)}: ${shorten(value, 80)}`));
}
