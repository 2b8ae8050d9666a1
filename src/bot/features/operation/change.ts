import type { Change, DnsChange, ZoneRecord } from "../../../actions/index.ts";
import { type Html, html, lines, shorten } from "../../html.ts";
import type { T } from "../../texts.ts";

const most = 20;
type Diff = DnsChange["diff"];

/** The plan that will run, and nothing else: deletes first, with counts. */
export function changeLines(t: T, change: Change): Html {
	switch (change.kind) {
		case "dns":
			return dnsLines(t, change.diff);
		case "nameservers":
			return lines([
				lines([t.html("change-now"), ...change.before.map((name) => code(name))]),
				change.after && lines([t.html("change-then"), ...change.after.map((name) => code(name))]),
				change.presetKey !== null && t.html("change-preset", { key: change.presetKey }),
			]);
		case "edge":
			return lines([
				change.before !== null && lines([t.html("change-now"), code(change.before)]),
				lines([t.html("change-then"), code(change.after)]),
			]);
	}
}

function dnsLines(t: T, { removed, changed, added, kept }: Diff): Html {
	const all = [
		...removed.map((record) => html`➖ ${recordText(record)}`),
		...changed.map(({ before, after }) => changedLine(before, after)),
		...added.map((record) => html`➕ ${recordText(record)}`),
	];
	const counts = { removed: removed.length, changed: changed.length, added: added.length, kept };
	const rest = all.length - most;
	return lines([
		t.html("change-counts", counts),
		...all.slice(0, most),
		rest > 0 && t.html("operation-more", { count: rest }),
	]);
}

function changedLine(before: ZoneRecord, after: ZoneRecord): Html {
	return html`✏️ ${recordText(before)}\n      → ${code(dataOf(after))}${after.ttl === before.ttl ? "" : ` · ${after.ttl ?? ""}`}`;
}

/** `www A 203.0.113.5`, the value in a form that copies clean. */
export function recordText(record: ZoneRecord): Html {
	return html`${shorten(record.hostname, 40)} <b>${shorten(record.type, 12)}</b> ${code(dataOf(record))}`;
}

export function dataOf({ value, priority }: ZoneRecord): string {
	return priority === null ? value : `${priority} ${value}`;
}

function code(text: string): Html {
	return html`<code>${shorten(text, 70)}</code>`;
}
