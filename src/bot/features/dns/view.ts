import { findRecords } from "@domains/dns/edit.ts";
import type { ZoneRecord, ZoneResult } from "../../../actions/index.ts";
import { pageOf } from "../../../rules/pages.ts";
import { closedView, footer, nameText } from "../../screens/format.ts";
import { html, lines, paragraphs, shorten, visibleText } from "../../screens/html.ts";
import { closedListView } from "../../screens/list.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { changeLines, dataOf, problemLine, recordText } from "../../screens/shared/change.ts";
import { blockedLines, notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { troubleView } from "../../screens/trouble.ts";
import { copy, inRows, link, linkInNewMessage, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 8;

type ZonePage = ParamsOf<typeof routes.zone>;

/**
 * Lists the records of a domain in pages, sorted by type and host name. Each record has a button. With a draft (an
 * operation with unconfirmed changes), lists the records as they would be after these changes.
 */
export function zoneView(t: T, result: ZoneResult, { domain, page = 1, search, draftId: asked }: ZonePage): View {
	const back = link(t("button-back"), routes.domain, { domain });
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours")
		return closedView(
			t,
			notYoursView(t, domain, routeRef(routes.zone, { domain, page, search, draftId: asked })),
			back,
		);
	const { mode, records, blocked, draft } = result;
	const draftId = draft?.id;
	const found = search === undefined ? records : findRecords(records, search, domain);
	const shown = pageOf(found.toSorted(byPlace), page, pageSize);
	const name = nameText(domain);
	const all = link(t("dns-all"), routes.zone, { domain, draftId }, "primary");
	// The person sent a text that is not a record. So the bot used it as a filter, but no record matches it.
	if (search !== undefined && shown.total === 0) {
		const text = [t.html("dns-none-found", { name, find: search }), t.html("plan-no-record")];
		return { text: paragraphs(text), buttons: [[all], footer(t, back)] };
	}
	const place = { domain, page: shown.page, search, draftId, ...(blocked && { blocked: true }) };
	return closedListView(t, {
		title: t.html("dns-title", { name, count: records.length }),
		notes: [search !== undefined && t.html("dns-found", { find: search, count: shown.total })],
		shown,
		row: (record) => link(recordLabel(record), routes.record, { ...place, record }),
		details: [
			draft && paragraphs([t.html("dns-draft"), changeLines(t, draft.change, "quoted")]),
			blocked && blockedLines(t, blocked),
			mode === "external" && t.html("dns-external"),
			mode === "edge" && t.html("dns-edge"),
			shown.total === 0 ? t.html("dns-none") : !blocked && t.html("dns-hint"),
		],
		controls: [
			draft ? [tap(t("dns-draft-review"), "review", { value: String(draft.id), style: "primary" })] : [],
			[
				...(blocked ? [] : [tap(t("dns-add"), "add", { style: "primary" })]),
				...(search === undefined ? [] : [link(t("dns-all"), routes.zone, { domain, draftId })]),
				...(search === undefined && records.length > pageSize
					? [link(t("dns-filter"), routes.zoneTypes, { domain, draftId })]
					: []),
			],
			[link(t("domain-servers"), routes.nameservers, { domain }), tap(t("domain-live"), "live", { value: domain })],
			[link(t("button-more"), routes.zoneMore, { domain, draftId })],
		],
		back,
	});
}

/** Shows the types among the records of a zone. A tap filters the list by a type. */
export function zoneTypesView(t: T, result: ZoneResult, place: ParamsOf<typeof routes.zoneTypes>): View {
	const back = link(t("button-back"), routes.zone, { ...place, page: 1 });
	if (result.kind === "trouble") return troubleView(t, result, back);
	if (result.kind === "not_yours")
		return closedView(t, notYoursView(t, result.domain, routeRef(routes.zone, { ...place, page: 1 })), back);
	const types = Map.groupBy(result.records, ({ type }) => type);
	const buttons = [...types].toSorted().map(([type, { length }]) => {
		return link(`${shorten(type, 8)} · ${length}`, routes.zone, { ...place, search: type });
	});
	const text = t.html("dns-types", { name: nameText(place.domain) });
	return { text, buttons: [...inRows(buttons.slice(0, mostTypes), 3), footer(t, back)] };
}

const mostTypes = 30;

/** `isWatched`: the bot checks the zone for changes made outside of it. */
export function zoneMoreView(t: T, isWatched: boolean, { domain, draftId }: ParamsOf<typeof routes.zoneMore>): View {
	const watch = tap(t(isWatched ? "elsewhere-unwatch" : "elsewhere-watch"), "watch", { value: domain });
	return {
		text: t.html("dns-more", { name: nameText(domain) }),
		buttons: [
			[link(t("domain-profile"), routes.edge, { domain }), watch],
			[
				link(t("templates-open"), routes.dnsTemplates, { domain, draftId }),
				link(t("dns-file"), routes.dnsFile, { domain, draftId }),
			],
			[
				link(t("points-open"), routes.restorePoints, { domain, draftId }),
				link(t("check-open"), routes.zoneCheck, { domain }),
			],
			footer(t, link(t("button-back"), routes.zone, { domain, page: 1, draftId })),
		],
	};
}

/** Compares texts. A number in a text is compared by its value, so that `h2` comes before `h10`. */
const { compare } = new Intl.Collator("en", { numeric: true });

function byPlace(one: ZoneRecord, other: ZoneRecord): number {
	return compare(one.type, other.type) || compare(one.hostname, other.hostname);
}

function recordLabel(record: ZoneRecord): string {
	return `${shorten(record.hostname, 16)} ${shorten(record.type, 8)} ${shorten(dataOf(record), 28)}`;
}

type RecordPlace = ParamsOf<typeof routes.record>;

/**
 * Shows one record. A tap on the value copies it. Unless the domain is blocked, offers buttons to change and delete the
 * record.
 */
export function recordView(t: T, { domain, record, page, search, draftId, blocked = false }: RecordPlace): View {
	const text = paragraphs([
		nameText(domain),
		recordText(record),
		record.value.length > 70 && html`<pre>${visibleText(record.value).slice(0, 3_000)}</pre>`,
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
	const back = link(t("button-back"), routes.zone, { domain, page, search, draftId });
	return { text, buttons: [[copy(t("record-copy"), record.value)], buttons, footer(t, back)] };
}

type Refusals = ParamsOf<typeof routes.refusedRecords>;

/** Lists the records that the bot refused in a change, each with the reason. */
export function refusalsView(
	t: T,
	{ domain, refusals, more, draftId }: Refusals,
	serviceName: string | null = null,
): View {
	const rows = refusals.map(({ record, problem }) => {
		return lines([recordText(record), problemLine(t, problem, { type: record.type, serviceName })]);
	});
	const back = domain === "" ? undefined : link(t("button-back"), routes.zone, { domain, page: 1, draftId });
	const isRefused = refusals.some(({ problem }) => problem !== "type_imported");
	const text = paragraphs([
		isRefused && t.html("dns-refused"),
		...rows,
		more > 0 && t.html("operation-more", { count: more }),
	]);
	return { text, buttons: [footer(t, back)] };
}

type Unplanned = ParamsOf<typeof routes.unplanned>;

/** Says why a change cannot be planned, and offers the next step. */
export function unplannedView(t: T, { domain, why, part = "", since, heard = false, draftId }: Unplanned): View {
	const back = link(t("button-back"), routes.domain, { domain });
	if (why === "blocked") {
		const open = link(t("operation-domain"), routes.domain, { domain }, "primary");
		const block = { since: since === undefined ? null : new Date(since), reportsEnd: heard };
		return { text: paragraphs([nameText(domain), blockedLines(t, block)]), buttons: [[open], footer(t, back)] };
	}
	const zone = ["record_gone", "empty", "full", "draft_ended"].includes(why)
		? [link(t("domain-dns"), routes.zone, { domain, page: 1, draftId }, "primary")]
		: [];
	const again =
		why === "outdated" ? [link(t("button-again"), routes.zone, { domain, page: 1, draftId }, "primary")] : [];
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
