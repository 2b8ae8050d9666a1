import type { Outcome } from "./settle.ts";
import type { Finding, Item, RequestState } from "./state.ts";
import { isOpen, isOver } from "./step.ts";
import { limits, lookFirst, quietFrom, since } from "./timing.ts";

type Found = Finding["found"];

/** What a finding shows about our order. */
interface Sign {
	/**
	 * `done` and `failed`: the order's own result. `untouched`: this order changed nothing, which proves something only
	 * after `limits.absences` reads. `present`: the account has what was ordered, but any order may have caused it.
	 * `overwritten`: something else wrote, so a person must decide. `nothing`: all other cases.
	 */
	shows: "done" | "failed" | "untouched" | "present" | "overwritten" | "nothing";
	/** The same bytes may be resent under the same key. Without a report, resending is the only way to find out. */
	mayResend?: true;
	/**
	 * The request must never be resent: a changed zone must not be overwritten. With `lookFirst`, this holds only for
	 * kinds that need a read before each resend: a renewal must not follow another renewal.
	 */
	closes?: "always" | "lookFirst";
}

const signs: Readonly<Record<Found, Sign>> = {
	done: { shows: "done" },
	failed: { shows: "failed" },
	absent: { shows: "untouched", mayResend: true },
	drifted: { shows: "untouched", closes: "always" },
	taken: { shows: "untouched" },
	elsewhere: { shows: "untouched", closes: "lookFirst" },
	unattributed: { shows: "present", closes: "lookFirst" },
	moved: { shows: "overwritten", closes: "always" },
	silent: { shows: "nothing", mayResend: true },
	unclear: { shows: "nothing" },
};

/** What a read shows about a request. */
export interface Reading {
	/** The items that it proves to be done, also after a failure. */
	done: Outcome[];
	/** The request with what the read found. */
	state: RequestState;
	/** The results that this read and the earlier ones prove, with those of `done`. */
	outcomes: Outcome[];
}

/** Classifies the findings of a read. Writes them into the items, but settles none. */
export function classify(before: RequestState, findings: readonly Finding[], now: Date): Reading {
	const found = new Map(findings.map((finding) => [finding.domain, finding.found]));
	const foundIn = ({ domain }: Item): Found | undefined => found.get(domain);
	const isDone = (item: Item): boolean => isProof(item, foundIn(item));
	const proven = before.items.filter((item) => item.phase !== "succeeded" && isDone(item));
	const done = proven.map(({ domain }): Outcome => ({ domain, phase: "succeeded" }));
	const closed = before.closed || done.length > 0 || before.items.some((item) => closes(before, foundIn(item)));
	const quiet = now >= quietFrom({ ...before, closed }, now);
	const withFinding = isOver(before) ? recall : record;
	const items = before.items.map((item) => withFinding(item, foundIn(item), now, quiet));
	const rest = items.filter((item) => isOpen(item) && !isDone(item));
	const outcomes = [...done, ...rest.flatMap((item) => outcomeOf(item, quiet) ?? [])];
	return { done, state: { ...before, closed, items }, outcomes };
}

/** After the service accepted the order, its presence in the account is proof. */
function isProof(item: Item, found: Found | undefined): boolean {
	return found === "done" || (found === "unattributed" && item.phase === "accepted");
}

function closes({ kind }: RequestState, found: Found | undefined): boolean {
	const rule = found && signs[found].closes;
	return rule === "always" || (rule === "lookFirst" && lookFirst(kind));
}

/** `quiet`: no call of ours can still run. Only then an absence counts, and only with some time since the last one. */
function record(item: Item, found: Found | undefined, now: Date, quiet: boolean): Item {
	if (!isOpen(item) || found === undefined) return item;
	const looked = { ...item, found, lookedAt: now };
	if (item.phase === "accepted") return looked;
	if (signs[found].shows !== "untouched") return { ...looked, absences: 0 };
	const spaced = item.lookedAt === null || since(item.lookedAt, now) >= limits.absenceSpacing;
	return quiet && spaced ? { ...looked, absences: item.absences + 1 } : looked;
}

/** In a request that is over, failed items keep their new finding, so that the next read starts with the others. */
function recall(item: Item, found: Found | undefined, now: Date): Item {
	return item.phase === "failed" && found !== undefined ? { ...item, found, lookedAt: now } : item;
}

function outcomeOf(item: Item, quiet: boolean): Outcome | undefined {
	const { domain, phase, absences, found, code } = item;
	const shows = showsOf(item);
	if (shows === "failed") return { domain, phase: "failed", code: "order_failed", message: "" };
	if (phase === "accepted") return undefined;
	if (shows === "present" && quiet) return { domain, phase: "succeeded", unattributed: true };
	if (absences < limits.absences) return undefined;
	if (found === "elsewhere") return { domain, phase: "failed", code: "done_elsewhere", message: "" };
	return { domain, phase: "failed", code: code ?? (found === "taken" ? "not_available" : "not_done") };
}

function showsOf({ found }: Item): Sign["shows"] | null {
	return found && signs[found].shows;
}

/** True if the last finding of this item allows resending its request. */
export function allowsResend({ found }: Item): boolean {
	return found !== null && signs[found].mayResend === true;
}

/** True if something else wrote to this item, so that a person must decide. */
export function isOverwritten(item: Item): boolean {
	return isOpen(item) && showsOf(item) === "overwritten";
}

/** True if the last finding settles this item as soon as no call of ours can still run, or after further such reads. */
export function needsOnlyTime(item: Item): boolean {
	const shows = showsOf(item);
	return isOpen(item) && (shows === "untouched" || shows === "present");
}
