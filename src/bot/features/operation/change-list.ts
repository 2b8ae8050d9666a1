import type { DnsChange, Operation, OperationItem } from "../../../actions/index.ts";
import { listedName } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { pageLabel } from "../../screens/list.ts";
import { newServers, recordLines } from "../../screens/shared/change.ts";
import type { T } from "../../screens/texts.ts";
import { itemPage } from "./items.ts";

/** Shows a page of the plan for several domains. */
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

/** Shows the change that all domains have in common. Null if their changes differ. */
export function commonLines(t: T, items: readonly OperationItem[], state: Operation["state"]): Html | null {
	return commonServers(t, items, state) ?? commonRecords(t, items, state === "succeeded");
}

/** The maximum number of changes that a page shows for one zone. */
const mostOfZone = 6;

/**
 * Shows the changes of each zone with their risks. If all zones get the same new records and nothing else changes,
 * shows these records once.
 */
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

/**
 * If all zones get the same new records and nothing else changes, shows these records and what they have in common.
 * Otherwise, returns null.
 */
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

/** Shows a page of domains, each with its current edge profile and the new one. */
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

/** Shows the new nameservers once for several domains. Null if they differ between the domains. */
function commonServers(t: T, items: readonly OperationItem[], state: Operation["state"]): Html | null {
	const [first] = items;
	if (first?.change?.kind !== "nameservers" || !haveSameServers(items)) return null;
	return newServers(t, t.html(state === "succeeded" ? "change-after" : "change-then"), first.change);
}

function haveSameServers(items: readonly OperationItem[]): boolean {
	return new Set(items.map(({ change }) => change?.kind === "nameservers" && JSON.stringify(change.after))).size === 1;
}

/** Shows the new nameservers, and a page of domains with their current ones. */
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

/** Returns the first nameserver, and the number of the others, such as `ns1.example.com +2`. */
function brief([first = "", ...others]: readonly string[]): string {
	return `${shorten(first, 24)}${others.length > 0 ? ` +${others.length}` : ""}`;
}
