import { misplacement } from "@domains/contract/records/record.ts";
import { isRecordType, recordTypes } from "@domains/contract/records/types.ts";
import { findRecords } from "@domains/dns/edit.ts";
import { isZoneFile } from "@domains/dns/sentence.ts";
import type { ZoneRecord, ZoneResult } from "../../../actions/dns/types.ts";
import type { PortfolioResult } from "../../../actions/domain/domains.ts";
import type { Trouble } from "../../../actions/trouble.ts";
import { pageOf } from "../../../rules/pages.ts";
import { isAccepted, isPriorityMissing, tryComplete } from "../../../rules/record-answer.ts";
import { copyAge, nameLabel, nameText } from "../../screens/format.ts";
import { type Html, html, lines, paragraphs, shorten, visibleText } from "../../screens/html.ts";
import { listView } from "../../screens/list.ts";
import type { SentRecords } from "../../screens/params.ts";
import { type ParamsOf, routeRef } from "../../screens/route.ts";
import { changeLines, dataOf, problemLine, recordText } from "../../screens/shared/change.ts";
import { blockedLines, notYoursView } from "../../screens/shared/domain.ts";
import type { T } from "../../screens/texts.ts";
import { type Button, copy, inRows, link, linkInNewMessage, tap, type View } from "../../screens/view.ts";
import { routes } from "../../screens.ts";

const pageSize = 8;

type Zone = Exclude<ZoneResult, Trouble>;
type ZonePage = ParamsOf<typeof routes.zone>;

/** With a draft (an operation with unconfirmed changes), the records are as they would be after these changes. */
export function zoneView(t: T, result: Zone, { domain, page = 1, search, draftId: asked }: ZonePage): View {
	if (result.kind === "not_yours")
		return notYoursView(t, domain, routeRef(routes.zone, { domain, page, search, draftId: asked }));
	const { mode, records, blocked, draft, asOf } = result;
	const draftId = draft?.id;
	const found = search === undefined ? records : findRecords(records, search, domain);
	const shown = pageOf(found.toSorted(byPlace), page, pageSize);
	const name = nameText(domain);
	const all = link(t("dns-all"), routes.zone, { domain, draftId }, "primary");
	// The person sent a text that is not a record. So the bot used it as a filter, but no record matches it.
	if (search !== undefined && shown.total === 0) {
		const text = [t.html("dns-none-found", { name, find: search }), t.html("plan-no-record")];
		return { text: paragraphs(text), buttons: [[all]] };
	}
	const place = { domain, page: shown.page, search, draftId, ...(blocked && { blocked: true }) };
	return listView(t, {
		title: t.html("dns-title", { name, count: records.length }),
		notes: [search !== undefined && t.html("dns-found", { find: search, count: shown.total }), copyAge(t, asOf)],
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
			],
			draft || search !== undefined ? [] : serversAndLive(t, domain),
			[link(t("button-more"), routes.zoneMore, { domain, draftId, filtered: search === undefined ? undefined : true })],
		],
	});
}

function serversAndLive(t: T, domain: string): Button[] {
	return [link(t("domain-servers"), routes.nameservers, { domain }), tap(t("domain-live"), "live", { value: domain })];
}

/** The types among the records of a zone. A tap filters the list by a type. */
export function zoneTypesView(t: T, result: Zone, place: ParamsOf<typeof routes.zoneTypes>): View {
	if (result.kind === "not_yours") return notYoursView(t, result.domain, routeRef(routes.zone, { ...place, page: 1 }));
	const types = Map.groupBy(result.records, ({ type }) => type);
	const buttons = [...types].toSorted().map(([type, { length }]) => {
		return link(`${shorten(type, 8)} · ${length}`, routes.zone, { ...place, search: type });
	});
	const text = t.html("dns-types", { name: nameText(place.domain) });
	return { text, buttons: inRows(buttons.slice(0, mostTypes), 3) };
}

const mostTypes = 30;

/** `isWatched`: the bot checks the zone for changes made outside of it. */
export function zoneMoreView(
	t: T,
	isWatched: boolean,
	{ domain, draftId, filtered }: ParamsOf<typeof routes.zoneMore>,
): View {
	const watch = tap(t(isWatched ? "elsewhere-unwatch" : "elsewhere-watch"), "watch", { value: domain });
	return {
		text: t.html("dns-more", { name: nameText(domain) }),
		buttons: [
			draftId === undefined && !filtered ? [] : serversAndLive(t, domain),
			[link(t("domain-profile"), routes.edge, { domain }), watch],
			[
				link(t("templates-open"), routes.dnsTemplates, { domain, draftId }),
				link(t("dns-file"), routes.dnsFile, { domain, draftId }),
			],
			[
				link(t("points-open"), routes.restorePoints, { domain, draftId }),
				link(t("check-open"), routes.zoneCheck, { domain }),
			],
			[link(t("dns-filter"), routes.zoneTypes, { domain, draftId })],
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

export function recordView(t: T, { domain, record, blocked = false }: RecordPlace): View {
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
	return { text, buttons: [[copy(t("record-copy"), record.value)], buttons] };
}

type Refusals = ParamsOf<typeof routes.refusedRecords>;

export function refusalsView(t: T, { refusals, more }: Refusals, serviceName: string | null = null): View {
	const rows = refusals.map(({ record, problem }) => {
		return lines([recordText(record), problemLine(t, problem, { type: record.type, serviceName })]);
	});
	const isRefused = refusals.some(({ problem }) => problem !== "type_imported");
	return {
		text: paragraphs([
			isRefused && t.html("dns-refused"),
			...rows,
			more > 0 && t.html("operation-more", { count: more }),
		]),
	};
}

type Unplanned = ParamsOf<typeof routes.unplanned>;

/** Says why a change cannot be planned, and offers the next step. */
export function unplannedView(t: T, { domain, why, part = "", since, heard = false, draftId }: Unplanned): View {
	if (why === "blocked") {
		const open = link(t("operation-domain"), routes.domain, { domain }, "primary");
		const block = { since: since === undefined ? null : new Date(since), reportsEnd: heard };
		return { text: paragraphs([nameText(domain), blockedLines(t, block)]), buttons: [[open]] };
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
	return { text, buttons: [zone, again, edge] };
}

type RecordQuestion = ParamsOf<typeof routes.recordAsk>;

/** The priorities of MX records that people often use. A server with a lower number is used first. */
const usualPriorities = ["0", "10", "20", "50"];

/** Asks for the parts of a new record, one after another; with `editing`, for the new version of this record. */
export function recordAskView(t: T, question: RecordQuestion): View {
	const { problem, editing } = question;
	const parts = [
		problem !== undefined &&
			(["sentence", "unread"].includes(problem) ? t.html(`record-bad-${problem}`) : problemLine(t, problem)),
		editing && recordText(editing),
		knownText(question),
		askedText(t, question),
	];
	return { text: paragraphs(parts), buttons: choices(t, question) };
}

/** False without a value, because the question itself names the type and the host if they are known. */
function knownText({ type, host, value }: RecordQuestion): Html | false {
	return (
		value !== undefined &&
		html`<code>${shorten(visibleText([host, type, value].filter(Boolean).join(" ")), 120)}</code>`
	);
}

function askedText(t: T, { domain, type, host, value, editing }: RecordQuestion) {
	if (editing) return t.html("record-ask-new-value");
	if (isPriorityMissing({ type, host, value })) return t.html("record-ask-priority");
	if (type === undefined && value !== undefined) return t.html("record-ask-kind");
	if (type === undefined) return t.html("record-ask-type", { name: nameText(domain) });
	if (host === undefined) return t.html("record-ask-host", { type });
	return t.html(`record-ask-${type.toLowerCase()}`, { host });
}

function choices(t: T, { domain, type, host, value, editing }: RecordQuestion): Button[][] {
	if (editing) return [];
	if (isPriorityMissing({ type, host, value }))
		return [usualPriorities.map((each) => tap(each, "priority", { value: each }))];
	if (type === undefined) {
		const fits = (each: string) => value === undefined || isAccepted(tryComplete({ type: each, host, value }, domain));
		const types = recordTypes.filter(fits).map((each) => tap(each, "type", { value: each }));
		return inRows(types, 4);
	}
	if (host !== undefined) return [];
	const fits = (place: string) => isRecordType(type) && !misplacement(type, place);
	const hosts = ["www", "*"].filter(fits).map((place) => tap(place, "host", { value: place }));
	return [fits("@") ? [tap(t("record-host-apex"), "host", { value: "@" })] : [], hosts];
}

/** False for a single record, complete or not. */
export function isImport({ text = "", fileId }: SentRecords): boolean {
	return fileId !== undefined || isZoneFile(text.trim());
}

export function domainAskView(
	t: T,
	{ records, notYours }: ParamsOf<typeof routes.domainAsk>,
	found: Exclude<PortfolioResult, Trouble>,
): View {
	if (found.total === 0) return { text: t.html("domain-ask-none") };
	const what = isImport(records) ? "file" : "record";
	return {
		text: paragraphs([
			notYours !== undefined && t.html("domain-not-yours", { name: nameText(notYours) }),
			t.html("domain-ask", { what }),
			t.html("domain-ask-hint"),
		]),
		buttons: [
			...found.domains.map(({ domain }) => [tap(nameLabel(domain), "take_records", { value: domain })]),
			[link(t("home-domains"), routes.domains, { choose: "zone", records })],
		],
	};
}
