import { ttlBounds } from "@domains/contract/records/record.ts";
import type { ChangedElsewhere, DnsChange, ZoneRecord } from "../../../actions/dns/types.ts";
import type { Change, EdgeChange, NameserversChange, Operation } from "../../../actions/operation/types.ts";
import { doubtLines, hostnamePlaces } from "../doubts.ts";
import { type Html, html, lines, paragraphs, shorten, visibleText } from "../html.ts";
import type { T } from "../texts.ts";

const most = 20;
const mostFitted = 5;
type Diff = DnsChange["diff"];

/**
 * Shows what a change does.
 * - For DNS records, counts the deletions, changes and additions, and lists them in this order.
 * - For nameservers and edge profiles, shows the current and the new values. After success, shows the previous and the
 *   new values.
 */
export function changeLines(t: T, change: Change, state: Operation["state"]): Html {
	const done = state === "succeeded";
	const before = t.html(done ? "change-before" : "change-now");
	const after = t.html(done ? "change-after" : "change-then");
	switch (change.kind) {
		case "dns":
			return paragraphs([
				...recordLines(t, change, { done }),
				done && change.stored && lines([t.html("change-stored"), dnsLines(t, change.stored)]),
			]);
		case "nameservers":
			return lines([
				serverLines(before, change.before),
				newServers(t, after, change),
				change.leavesEdge && t.html("change-leaves-edge", { done: String(done) }),
			]);
		case "edge":
			return paragraphs([
				change.before === null
					? t.html("domain-edge", { key: change.after })
					: lines([lines([before, code(change.before)], " "), lines([after, code(change.after)], " ")]),
				change.servers && leftServers(t, change.servers, { before, after, done }),
			]);
	}
}

/** Shows at most `limit` changed records, and before they are changed, what the person needs to know about them. */
export function recordLines(
	t: T,
	change: DnsChange,
	{ done, limit = most }: { done: boolean; limit?: number },
): (Html | null)[] {
	const notes = [contestedLines, droppedLines, spfLine, leftOutLines, fittedLines, assumedLines];
	return [
		dnsLines(t, change.diff, limit),
		...(done ? [] : notes.map((note) => note(t, change, limit))),
		lostLine(t, change),
		unrestoredLine(t, change),
	];
}

/** Says that the first records of a zone cannot be undone, because no zone may be empty. Null for other changes. */
export function firstRecordsLine(t: T, { items }: Pick<Operation, "items">): Html | null {
	const isFirst = items.some(({ phase, state, change }) => {
		if ((phase !== "succeeded" && state !== "quoted") || change?.kind !== "dns") return false;
		const { removed, changed, kept } = change.diff;
		return removed.length + changed.length + kept === 0;
	});
	return isFirst ? t.html("operation-first-records") : null;
}

export function newServers(
	t: T,
	head: Html,
	{ after, presetKey }: Pick<NameserversChange, "after" | "presetKey">,
): Html {
	const preset = presetKey !== null && t.html("change-preset", { key: presetKey });
	return serverLines(lines([head, preset], " "), after ?? []);
}

/** Shows a domain's nameservers before the change, and the ones with which the edge profile replaces them. */
function leftServers(
	t: T,
	{ before, after }: NonNullable<EdgeChange["servers"]>,
	heads: { before: Html; after: Html; done: boolean },
): Html {
	const none = before.length === 0 && t.html("servers-none");
	const unnamed = after === null && t.html("change-edge-unnamed");
	return lines([
		t.html("change-edge-servers", { done: String(heads.done) }),
		serverLines(lines([heads.before, none], " "), before),
		serverLines(lines([heads.after, unnamed], " "), after ?? []),
	]);
}

function serverLines(top: Html, names: readonly string[]): Html {
	return lines([top, ...names.map((name) => code(name))]);
}

/** Shows how many records are deleted, changed, added and kept, then at most `limit` of the changes. */
export function dnsLines(t: T, { removed, changed, added, kept }: Diff, limit = most): Html {
	const all = diffRows(t, { removed, changed, added });
	const rest = all.length - limit;
	// A single change needs no line with counts.
	if (all.length === 1) return lines([...all, kept > 0 && t.html("change-kept", { count: kept })]);
	const counts = { removed: removed.length, changed: changed.length, added: added.length, kept };
	const shown = Object.entries(counts).filter(([, count]) => count > 0);
	return lines([
		lines(
			shown.map(([what, count]) => t.html(`change-${what}`, { count })),
			" · ",
		),
		...all.slice(0, limit),
		rest > 0 && t.html("operation-more", { count: rest }),
	]);
}

function diffRows(t: T, { removed, changed, added }: Omit<Diff, "kept">): Html[] {
	return [
		...removed.map((record) => html`➖ ${recordText(record)}`),
		...changed.map(({ before, after }) => changedLine(t, before, after)),
		...added.map((record) => html`➕ ${lines([recordText(record), ttlText(t, record)], " · ")}`),
	];
}

/**
 * Warns that the change would lose extra fields of records. Extra fields are those that the service stores but the bot
 * does not interpret.
 */
function lostLine(t: T, { lostFields }: DnsChange): Html | null {
	return lostFields.length === 0 ? null : t.html("change-lost", { fields: fieldNames(lostFields) });
}

/** Warns of an SPF record that needs more DNS lookups than allowed. */
function spfLine(t: T, { spfLookups }: DnsChange): Html | null {
	return spfLookups === undefined ? null : t.html("change-spf-lookups", { count: spfLookups });
}

/**
 * Names the extra fields (see `lostLine`) that differ from the restore point. A restore leaves them as they are now.
 */
export function unrestoredLine(t: T, { unrestored = [] }: Pick<DnsChange, "unrestored">): Html | null {
	return unrestored.length === 0 ? null : t.html("change-unrestored", { fields: fieldNames(unrestored) });
}

function fieldNames(names: readonly string[]): Html {
	return lines(
		names.slice(0, most).map((name) => code(name)),
		", ",
	);
}

/** Names the records that others have changed since the person saw them, and that this change overrides. */
function contestedLines(t: T, { contested = [] }: DnsChange, limit: number): Html | null {
	if (contested.length === 0) return null;
	const rows = contested.slice(0, limit).map(({ was, now }) => {
		return html`${recordText(was)} → ${now ? code(dataOf(now)) : t.html("change-contested-gone")}`;
	});
	return lines([t.html("change-contested"), ...rows]);
}

/** Lists the changes that the plan no longer contains, because others have already made them. */
function droppedLines(t: T, { dropped }: DnsChange, limit: number): Html | null {
	if (!dropped) return null;
	return lines([t.html("change-dropped"), ...diffRows(t, dropped).slice(0, limit)]);
}

/** Lists the records of a file that are not imported, each with the reason. */
function leftOutLines(t: T, { leftOut = [] }: DnsChange): Html | null {
	if (leftOut.length === 0) return null;
	const rows = leftOut.slice(0, mostFitted).map(({ record, problem }) => {
		return lines([recordText(record), t.html(`record-problem-${problem.replaceAll("_", "-")}`)], " · ");
	});
	const more = leftOut.length - rows.length;
	return lines([
		t.html("change-left-out", { count: leftOut.length }),
		...rows,
		more > 0 && t.html("operation-more", { count: more }),
	]);
}

/** Lists the imported or typed records whose TTL was outside the allowed range. These records get another TTL. */
function fittedLines(t: T, { fitted = [] }: DnsChange): Html | null {
	if (fitted.length === 0) return null;
	const rows = fitted.slice(0, mostFitted).map(({ before, after }) => changedLine(t, before, after));
	const more = fitted.length - rows.length;
	return lines([
		t.html("change-fitted", { count: fitted.length }),
		...rows,
		more > 0 && t.html("operation-more", { count: more }),
	]);
}

/** Says what the bot assumed about typed records, and which new records get the default TTL. */
function assumedLines(t: T, { assumed = [], diff: { added, changed } }: DnsChange): Html | null {
	const isOne = added.length + changed.length === 1;
	const withoutTtl = added.filter(({ ttl }) => ttl === null).length;
	const doubts = doubtLines(t, assumed, (each) => {
		return (
			!isOne &&
			hostnamePlaces(
				t,
				each.map(({ record }) => record.hostname),
			)
		);
	});
	const rows = [
		...doubts.map((row) => html`⚠️ ${row}`),
		withoutTtl > 0 && t.html("change-no-ttl", { count: withoutTtl }),
	];
	return lines(rows);
}

function changedLine(t: T, before: ZoneRecord, after: ZoneRecord): Html {
	const value = dataOf(before) !== dataOf(after) && html`→ ${code(dataOf(after))}`;
	const ttl =
		after.ttl !== before.ttl &&
		t.html("change-ttl", { before: String(before.ttl ?? "none"), after: String(after.ttl ?? "none") });
	const isLarge = typeof before.ttl === "number" && before.ttl > ttlBounds.max && after.ttl !== before.ttl;
	const tooLarge = isLarge && t.html("change-ttl-large", { most: String(ttlBounds.max) });
	return html`✏️ ${recordText(before)}\n      ${lines([value, ttl, tooLarge], " · ")}`;
}

function ttlText(t: T, { ttl }: ZoneRecord): Html | null {
	return ttl === null ? null : t.html("change-with-ttl", { ttl: String(ttl) });
}

/** Formats a record, such as `www A 203.0.113.5`. A tap on the value copies it. */
export function recordText(record: ZoneRecord): Html {
	const { hostname, type } = record;
	return html`${shorten(visibleText(hostname), 40)} <b>${shorten(visibleText(type), 12)}</b> ${code(dataOf(record))}`;
}

export function dataOf({ value, priority }: ZoneRecord): string {
	return priority === null ? value : `${priority} ${value}`;
}

function code(text: string): Html {
	return html`<code>${shorten(visibleText(text), 70)}</code>`;
}

/**
 * Explains why a record was refused. `type`: the type of the record. `problem`:
 * - a code of `rules/dns/record` for this record;
 * - a code for a problem of several records together, such as `alias_loop`;
 * - or `type_imported` for a type that the bot reads only from a file.
 */
export function problemLine(
	t: T,
	problem: string,
	{ type, serviceName = null }: { type?: string | undefined; serviceName?: string | null } = {},
) {
	if (problem === "type" && type !== undefined)
		return t.html("record-problem-type", { type, service: serviceName ?? "none" });
	if (problem === "type_imported" && type !== undefined) return t.html("record-problem-type-imported", { type });
	return t.html(`record-problem-${problem === "type" ? "type-unknown" : problem.replaceAll("_", "-")}`);
}

/** Shows the nameservers and records before and after the change. */
export function changedLines(t: T, { diff, nameservers }: Pick<ChangedElsewhere, "diff" | "nameservers">): Html {
	const hasRecords = diff.removed.length + diff.changed.length + diff.added.length > 0;
	const servers = { kind: "nameservers", presetKey: null, leavesEdge: false, risks: [] } as const;
	return paragraphs([
		nameservers && changeLines(t, { ...servers, ...nameservers }, "succeeded"),
		hasRecords && changeLines(t, { kind: "dns", diff, lostFields: [], risks: [] }, "succeeded"),
	]);
}
