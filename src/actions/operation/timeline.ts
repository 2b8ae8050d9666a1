import { sumOrNull } from "@domains/contract/money.ts";
import type { StoredStep } from "../../rules/operation/step.ts";
import type { RequestRow, WholeOperation } from "../../store/operations.ts";
import type { TimelineEntry } from "./types.ts";

type Happened = TimelineEntry["happened"];

/**
 * Consecutive entries of the same kind within this time become one entry. An order can consist of many HTTP requests,
 * and each adds entries.
 */
const mergedMs = 60_000;

/** Returns the history of an operation, oldest first, from stored data. */
export function timelineOf(row: WholeOperation): TimelineEntry[] {
	const quoted = { at: row.createdAt, happened: "quoted" as const, done: 0, failed: 0, chargedCents: null };
	const rest = row.requests
		.flatMap((request) => (request.steps.length > 0 ? stepsOf(request) : legacyEntriesOf(row, request)))
		.sort((one, other) => one.at.getTime() - other.at.getTime());
	const entries: TimelineEntry[] = [];
	for (const entry of [quoted, ...rest]) {
		const last = entries.at(-1);
		const same = last?.happened === entry.happened && entry.at.getTime() - last.at.getTime() < mergedMs;
		if (last && same) entries.splice(-1, 1, merge(last, entry));
		else entries.push(entry);
	}
	return entries;
}

function merge(one: TimelineEntry, other: TimelineEntry): TimelineEntry {
	const chargedCents =
		one.chargedCents === null || other.chargedCents === null ? null : one.chargedCents + other.chargedCents;
	return { ...one, done: one.done + other.done, failed: one.failed + other.failed, chargedCents };
}

function stepsOf({ steps, items }: RequestRow): TimelineEntry[] {
	const last = steps.findLast(({ phase }) => phase === "succeeded");
	return steps.map((step, index) => {
		const before = steps[index - 1];
		const chargedCents = step === last ? chargedOf(items) : null;
		const done = step.done - (before?.done ?? 0);
		const failed = step.failed - (before?.failed ?? 0);
		return { at: new Date(step.at), happened: happenedIn(step, before, items), done, failed, chargedCents };
	});
}

function happenedIn({ phase, hold, by, done }: StoredStep, before: StoredStep | undefined, items: Items): Happened {
	if (hold !== "none" && hold !== before?.hold) return `hold_${hold}`;
	const more = done > (before?.done ?? 0);
	if (more && by === "read") return "found";
	if (more && by === "event") return "reported";
	if (by === "verdict") return "said";
	if (phase === "failed" && items.some(({ code }) => code === "order_failed")) return "undone";
	if (phase === "quoted") return "requoted";
	if (phase === "sent" && before?.phase === "sent") return "answered";
	return phase;
}

type Items = RequestRow["items"];

/**
 * Returns the total charge, in cents, of the items that succeeded and have a price. Null if there are none, or if one
 * charge is unknown.
 */
function chargedOf(items: Items): number | null {
	const done = items.filter(({ phase, priceCents }) => phase === "succeeded" && priceCents !== null);
	return done.length === 0 ? null : sumOrNull(done.map(({ chargedCents }) => chargedCents));
}

/**
 * Returns the entries of a request without `steps`, the stored list of its changes of state. Such a request is older
 * than this list. The entries come from the request's other columns, such as `confirmedAt`.
 */
function legacyEntriesOf({ settledAt, state }: WholeOperation, request: RequestRow): TimelineEntry[] {
	const none = { done: 0, failed: 0, chargedCents: null };
	const { confirmedAt, firstSentAt, lastSentAt, attempts, phase, items } = request;
	const done = items.filter((item) => item.phase === "succeeded").length;
	const failed = items.filter((item) => item.phase === "failed").length;
	const settled = settledAt !== null && phase === state;
	return [
		...(confirmedAt ? [{ at: confirmedAt, happened: "confirmed" as const, ...none }] : []),
		...(firstSentAt ? [{ at: firstSentAt, happened: "sent" as const, ...none }] : []),
		...(lastSentAt && attempts > 1 ? [{ at: lastSentAt, happened: "sent" as const, ...none }] : []),
		...(settled ? [{ at: settledAt, happened: phase, done, failed, chargedCents: chargedOf(items) }] : []),
	];
}
