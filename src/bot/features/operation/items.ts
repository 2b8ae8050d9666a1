import type { DnsChange } from "../../../actions/dns/types.ts";
import type { Operation, OperationItem } from "../../../actions/operation/types.ts";
import { inYears } from "../../../rules/input-words.ts";
import { type Page, pageOf } from "../../../rules/pages.ts";
import { listedName, lookAlikeText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { pageLabel } from "../../screens/list.ts";
import { newServers, recordLines } from "../../screens/shared/change.ts";
import type { T } from "../../screens/texts.ts";
import { problemLine, serviceWords } from "../../screens/trouble.ts";

const pageSize = 20;
/** Each zone of a plan takes several lines. */
const zonesShown = 4;
/** A phone shows the title and the total of a folded list without scrolling. */
const mostUnfolded = 8;
const marks = { accepted: "⏳", succeeded: "✅", failed: "❌" } as const;

/**
 * ⚠️: the service stored something else than was asked. ❔: the request may have been executed. ✋: the person must report
 * the outcome. ▫️: will not be executed.
 */
function markOf({ phase, state, problem }: OperationItem): string {
	if (problem?.code === "stored_otherwise") return "⚠️";
	if (phase !== "open") return marks[phase];
	if (state === "unknown") return "❔";
	if (state === "needs_human") return "✋";
	if (state === "quoted") return "•";
	return state === "confirmed" || state === "sent" || state === "accepted" ? "⏳" : "▫️";
}

/**
 * A page fits in one message. In a long list, items with a problem come first. Of the items that wait for a confirmation,
 * premium names come first, then the dearest, so that they are above the fold.
 */
export function itemPage(items: readonly OperationItem[], page: number): Page<OperationItem> {
	const weightOf = ({ phase, state }: OperationItem): number => {
		if (phase === "failed" || (phase === "open" && state === "needs_human")) return 0;
		return phase === "succeeded" ? 2 : 1;
	};
	const priceOf = (item: OperationItem): number => (isAsked(item) ? (item.priceCents ?? 0) : 0);
	const isPremium = (item: OperationItem): number => (isAsked(item) && item.premium ? 1 : 0);
	const sorted = items.toSorted(
		(one, other) =>
			(items.length > pageSize ? weightOf(one) - weightOf(other) : 0) ||
			isPremium(other) - isPremium(one) ||
			priceOf(other) - priceOf(one),
	);
	const isPlan = items.some(({ change, state }) => change?.kind === "dns" && state === "quoted");
	return pageOf(sorted, page, isPlan ? zonesShown : pageSize);
}

interface Shown {
	page: number;
	/** Another part of the screen shows the message that all failed items have, so the lines do not repeat it. */
	common?: boolean;
	/** Telegram shows three lines of a folded list, and the rest after a tap. */
	folds?: boolean;
}

/**
 * The charge, followed by the expected price if that differs. Null if the item failed, or if another order may have
 * registered or renewed the domain instead.
 */
function priceText(t: T, item: OperationItem): Html | null {
	const { phase, problem, priceCents, chargedCents } = item;
	const price = priceCents === null ? null : t.money(priceCents);
	if (phase === "failed" || problem?.code === "unattributed") return null;
	const mark = item.premium ? " 💎" : "";
	if (phase !== "succeeded") return price === null ? null : html`${price}${mark}`;
	const expected = price === null ? null : t.html("operation-item-expected", { money: price });
	if (chargedCents === null) return expected && html`${expected}${mark}`;
	const charged = html`${t.money(chargedCents)}${mark}`;
	return expected && chargedCents !== priceCents ? html`${charged} (${expected})` : charged;
}

function isAsked({ phase, state }: Pick<OperationItem, "phase" | "state">): boolean {
	return phase === "open" && state === "quoted";
}

/** The dates before and after a renewal. For a quote, the second is calculated. After success, the service reported it. */
export function paidText(t: T, { paidUntil, years, phase, expiresAt, ...item }: OperationItem): Html | null {
	if (paidUntil === null || years === null) return null;
	const quoted = isAsked({ phase, state: item.state }) ? inYears(paidUntil, years) : null;
	const after = phase === "succeeded" ? expiresAt : quoted;
	return after && t.html("quote-paid", { before: t.date(paidUntil), after: t.date(after) });
}

/** Only the settings that differ within the order. */
function ownSettings(t: T, item: OperationItem, items: readonly OperationItem[]): Html {
	const own = <Field extends "years" | "clientRef" | "externalRef" | "edgeProfileKey">(field: Field) =>
		items.some((each) => each[field] !== item[field]) ? item[field] : null;
	const years = own("years");
	const settings = { "🔖": own("clientRef"), "📎": own("externalRef"), "🛡": own("edgeProfileKey") };
	return lines(
		[
			years !== null && t.html("register-years-button", { count: years }),
			...Object.entries(settings).map(([mark, text]) => text !== null && html`${mark} ${shorten(text, 30)}`),
		],
		" · ",
	);
}

export function itemLines(t: T, items: readonly OperationItem[], { page, common = false, folds = false }: Shown): Html {
	const shown = itemPage(items, page);
	const rows = shown.items.map((item) => {
		const name = html`${markOf(item)} ${listedName(item.domain)}`;
		return lines(
			[
				lines([name, priceText(t, item), paidText(t, item), isAsked(item) && ownSettings(t, item, items)], " · "),
				isAsked(item) && lookAlikeText(t, item.domain, true),
				item.problem && problemLine(t, item.problem),
				item.problem && !common && serviceWords(item.problem) !== null && html`“${shorten(item.problem.message, 60)}”`,
			],
			" — ",
		);
	});
	const isFolded = folds && items.length > mostUnfolded;
	const names = isFolded ? html`<blockquote expandable>${lines(rows)}</blockquote>` : lines(rows);
	return lines([names, pageLabel(t, shown)]);
}

export function planListLines(t: T, items: readonly OperationItem[], page: number): Html {
	switch (items[0]?.change?.kind) {
		case "dns":
			return zoneListLines(t, items, page);
		case "edge":
			return edgeListLines(t, items, page);
		default:
			return serverListLines(t, items, page);
	}
}

/** Null if the changes differ. */
export function commonLines(t: T, items: readonly OperationItem[], state: Operation["state"]): Html | null {
	return commonServers(t, items, state) ?? commonRecords(t, items, state === "succeeded");
}

const mostOfZone = 6;

/** If all zones get the same new records and nothing else changes, shows these records once. */
function zoneListLines(t: T, items: readonly OperationItem[], page: number): Html {
	const shown = itemPage(items, page);
	const common = commonRecords(t, items, false);
	const zones = shown.items.map(({ domain, change }) => {
		if (change?.kind !== "dns") return null;
		const name = html`<b>${listedName(domain)}</b>`;
		if (common) return html`• ${listedName(domain)}`;
		const risks = change.risks.map((risk) => html`⚠️ ${t.html(`doubt-${risk.replaceAll("_", "-")}`)}`);
		return lines([name, ...recordLines(t, change, { done: false, limit: mostOfZone }), ...risks]);
	});
	return paragraphs([common, common ? lines(zones) : paragraphs(zones), pageLabel(t, shown)]);
}

/** Null unless all zones get the same new records and nothing else changes. */
function commonRecords(t: T, items: readonly OperationItem[], done: boolean): Html | null {
	let common: Html | null = null;
	for (const { change } of items) {
		if (change?.kind !== "dns" || hasOwnWarnings(change)) return null;
		const { added, removed, changed } = change.diff;
		if (removed.length + changed.length > 0) return null;
		const shown = lines(recordLines(t, { ...change, diff: { added, removed, changed, kept: 0 } }, { done }));
		if (common && common.toString() !== shown.toString()) return null;
		common = shown;
	}
	return common;
}

function hasOwnWarnings({ lostFields, contested = [], dropped, spfLookups, risks }: DnsChange): boolean {
	return lostFields.length + contested.length + risks.length + (spfLookups ?? 0) > 0 || dropped !== undefined;
}

function edgeListLines(t: T, items: readonly OperationItem[], page: number): Html {
	const shown = itemPage(items, page);
	const rows = shown.items.map(({ domain, change }) => {
		if (change?.kind !== "edge") return null;
		const { before, after, servers } = change;
		const profiles = lines([before !== null && html`${shorten(before, 24)}`, html`${shorten(after, 24)}`], " → ");
		return html`• ${listedName(domain)} — ${profiles}${servers ? " ⚠️" : ""}`;
	});
	const moving = items.filter(({ change }) => change?.kind === "edge" && change.servers).length;
	return paragraphs([
		lines([...rows, pageLabel(t, shown)]),
		moving > 0 && t.html("change-edge-servers-many", { count: moving }),
	]);
}

/** Null if the nameservers differ between the domains. */
function commonServers(t: T, items: readonly OperationItem[], state: Operation["state"]): Html | null {
	const [first] = items;
	if (first?.change?.kind !== "nameservers" || !haveSameServers(items)) return null;
	return newServers(t, t.html(state === "succeeded" ? "change-after" : "change-then"), first.change);
}

function haveSameServers(items: readonly OperationItem[]): boolean {
	return new Set(items.map(({ change }) => change?.kind === "nameservers" && JSON.stringify(change.after))).size === 1;
}

function serverListLines(t: T, items: readonly OperationItem[], page: number): Html {
	const same = haveSameServers(items);
	const shown = itemPage(items, page);
	const rows = shown.items.map(({ domain, change }) => {
		if (change?.kind !== "nameservers") return null;
		const { before, after } = change;
		const servers = same || after === null ? shorten(before.join(", "), 36) : `${brief(before)} → ${brief(after)}`;
		return html`• ${listedName(domain)} — ${servers}`;
	});
	const leaving = items.filter(({ change }) => change?.kind === "nameservers" && change.leavesEdge).length;
	return paragraphs([
		commonServers(t, items, "quoted"),
		lines([same && t.html("change-now"), ...rows, pageLabel(t, shown)]),
		leaving > 0 && t.html("change-leaves-edge-many", { count: leaving }),
	]);
}

/** `ns1.example.com +2`. */
function brief([first = "", ...others]: readonly string[]): string {
	return `${shorten(first, 24)}${others.length > 0 ? ` +${others.length}` : ""}`;
}
