import type { ZoneRecord, ZoneResult } from "../../../actions/index.ts";
import { findRecords } from "../../../rules/dns/find.ts";
import { pageOf } from "../../../rules/pages.ts";
import { routes } from "../../routes.ts";
import { footer, nameText } from "../../screens/format.ts";
import { html, lines, paragraphs, shorten } from "../../screens/html.ts";
import { pageLabel, pager } from "../../screens/pagination.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { copy, link, linkInNewMessage, tap, type View } from "../../screens/view.ts";
import { blockedLines, notYoursView } from "../domains/card.ts";
import { dataOf, recordText } from "../operation/change.ts";

const pageSize = 8;

type ZonePage = ParamsOf<typeof routes.zone>;

/** Lists the records of a domain by page, sorted by type and name. Each record is a button. */
export function zoneView(t: T, result: ZoneResult, { domain, page, find }: ZonePage): View {
	const back = link(t("button-back"), routes.domain, { domain });
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours") return notYoursView(t, domain, back, routeRef(routes.zone, { domain, page, find }));
	const { mode, records, blocked } = result;
	const found = find === undefined ? records : findRecords(records, find);
	if (find !== undefined && found.length === 0) return noneFoundView(t, domain, find);
	const shown = pageOf(found.toSorted(byPlace), page, pageSize);
	const { items, page: current, total } = shown;
	const rows = items.map((record) => [
		link(recordLabel(record), routes.record, {
			domain,
			record,
			page: current,
			find,
			...(blocked && { blocked: true }),
		}),
	]);
	const pageLink = (text: string, target: number) => link(text, routes.zone, { domain, page: target, find });
	const text = paragraphs([
		t.html("dns-title", { name: nameText(domain), count: records.length }),
		lines([find !== undefined && t.html("dns-found", { find, count: total }), pageLabel(t, shown)]),
		blocked && blockedLines(t, blocked),
		mode === "external" && t.html("dns-external"),
		mode === "edge" && t.html("dns-edge"),
		total === 0 ? t.html("dns-none") : !blocked && t.html("dns-hint"),
	]);
	const add = blocked ? [] : [tap(t("dns-add"), "add", { style: "primary" })];
	const all = find === undefined ? [] : [link(t("dns-all"), routes.zone, { domain, page: 1 })];
	const change = [...add, ...all, tap(t("button-refresh"), "again")];
	return { text, buttons: [...rows, pager(t, shown, pageLink), change, footer(t, back)] };
}

/** Shown if the text after the domain matches no record and is not a record. */
function noneFoundView(t: T, domain: string, find: string): View {
	const name = nameText(domain);
	const text = paragraphs([t.html("dns-none-found", { name, find }), t.html("plan-no-record", { name, part: find })]);
	const all = link(t("dns-all"), routes.zone, { domain, page: 1 }, "primary");
	return { text, buttons: [[all], footer(t, link(t("button-back"), routes.domain, { domain }))] };
}

/** Sorts `h2` before `h10`. */
const { compare } = new Intl.Collator("en", { numeric: true });

function byPlace(one: ZoneRecord, other: ZoneRecord): number {
	return compare(one.type, other.type) || compare(one.hostname, other.hostname);
}

function recordLabel(record: ZoneRecord): string {
	return `${shorten(record.hostname, 16)} ${shorten(record.type, 8)} ${shorten(dataOf(record), 28)}`;
}

type RecordPlace = ParamsOf<typeof routes.record>;

/** Shows one record to copy, and to change or delete unless the domain is blocked. */
export function recordView(t: T, { domain, record, page, find, blocked = false }: RecordPlace): View {
	const text = paragraphs([
		nameText(domain),
		recordText(record),
		record.value.length > 70 && html`<pre>${record.value.slice(0, 3_000)}</pre>`,
		record.ttl !== null && t.html("record-ttl", { ttl: String(record.ttl) }),
		blocked && t.html("domain-blocked", { time: "none" }),
	]);
	const stored = JSON.stringify(record);
	const buttons = blocked
		? []
		: [
				tap(t("record-edit"), "edit", { value: stored }),
				tap(t("record-delete"), "delete", { value: stored, style: "danger" }),
			];
	const back = link(t("button-back"), routes.zone, { domain, page, find });
	return { text, buttons: [[copy(t("record-copy"), record.value)], buttons, footer(t, back)] };
}

type Refusals = ParamsOf<typeof routes.refusedRecords>;

/** Lists refused records, each with its reason. */
export function refusalsView(t: T, { domain, refusals, more }: Refusals): View {
	const rows = refusals.map(({ record, problem }) => lines([recordText(record), problemLine(t, problem)]));
	const back = domain === "" ? undefined : link(t("button-back"), routes.zone, { domain, page: 1 });
	const text = paragraphs([t.html("dns-refused"), ...rows, more > 0 && t.html("operation-more", { count: more })]);
	return { text, buttons: [footer(t, back)] };
}

/** `problem` is a problem of one record (`rules/dns/record`) or of a set of records. */
export function problemLine(t: T, problem: string) {
	return t.html(`record-problem-${problem.replaceAll("_", "-")}`);
}

type Unplanned = ParamsOf<typeof routes.unplanned>;

/** Says why a change cannot be planned, with a button to continue. */
export function unplannedView(t: T, { domain, why, part = "", since, heard = false }: Unplanned): View {
	const back = link(t("button-back"), routes.domain, { domain });
	if (why === "blocked") {
		const open = link(t("operation-domain"), routes.domain, { domain }, "primary");
		const block = { since: since === undefined ? null : new Date(since), heard };
		return { text: paragraphs([nameText(domain), blockedLines(t, block)]), buttons: [[open], footer(t, back)] };
	}
	const zone = ["record_gone", "empty"].includes(why)
		? [link(t("domain-dns"), routes.zone, { domain, page: 1 }, "primary")]
		: [];
	const again = why === "outdated" ? [link(t("button-again"), routes.zone, { domain, page: 1 }, "primary")] : [];
	const edge = why.startsWith("profile_")
		? [
				link(t("domain-profile"), routes.edge, { domain }, "primary"),
				linkInNewMessage(t("profile-edges"), routes.profileEdges, {}),
			]
		: ["bad_key", "many_keys"].includes(why)
			? [link(t("domain-profile"), routes.edge, { domain }, "primary")]
			: [];
	const text = t.html(`plan-${why.replaceAll("_", "-")}`, { name: nameText(domain), part });
	return { text, buttons: [zone, again, edge, footer(t, back)] };
}
