import { lost } from "./answer.ts";
import { type Outcome, settle, settleEarly } from "./settle.ts";
import type { Evidence, Finding, Item, Moment, RequestState, Step } from "./state.ts";
import { isCurrent, isFresh, isOpen, isOver, read, send, stay, step } from "./step.ts";
import { deadline, later, limits, lookFirst, mayResend, readDelay, since } from "./timing.ts";

/** A request that may have run is due: ask a person, send the same bytes again, or look. */
export function onDueInDoubt(state: RequestState, at: Moment): Step {
	// The worker that sent it is dead, or its answer would be here.
	if (state.phase === "sent") return lost(state, at);
	if (state.phase === "needs_human") return hourlyLook(state, at.now);
	if (at.now >= deadline(state, at.now)) return askHuman(state, at.now);
	if (state.hold === "access") return stay(state);
	if (state.phase === "unknown" && mayResend(state, at.now) && !lookFirst(state.kind)) return send(state, at.now);
	return read(state, at.now);
}

/**
 * What reads tell. Proof settles, whoever brings it; a record of our order that says failed settles too, and so do three
 * spaced absences after the last call's limit.
 */
export function onRead(state: RequestState, evidence: Evidence & { is: "read" }, at: Moment): Step {
	const found = new Map(evidence.findings.map((finding) => [finding.domain, finding.found]));
	const proven = state.items.filter((item) => item.phase !== "succeeded" && found.get(item.domain) === "done");
	const done = proven.map(({ domain }): Outcome => ({ domain, phase: "succeeded" }));
	if (isOver(state) || state.phase === "sent" || state.attempts === 0 || !isCurrent(state, evidence)) {
		return done.length > 0 ? settleEarly(state, done, at.now) : stay(state);
	}
	const moved = state.items.some((item) => isOpen(item) && found.get(item.domain) === "moved");
	// One item that is done shows that the request has run; a zone that moved must not be written over.
	const looked = { ...state, closed: state.closed || done.length > 0 || moved };
	const open = looked.items.filter((item) => isOpen(item) && found.get(item.domain) !== "done");
	const fresh = isFresh(state, evidence, at.now);
	if (fresh && mayGoOutAgain(looked, open, found, at.now)) return send(looked, at.now);
	const counted = countAbsences(looked, found, at.now);
	const absent = counted.filter((item) => isOpen(item) && item.absences >= limits.absences);
	const failed = counted.filter((item) => isOpen(item) && found.get(item.domain) === "failed");
	const outcomes = [
		...done,
		...absent.map(({ domain, code }) => notDone(domain, code)),
		...failed.map(({ domain }): Outcome => ({ domain, phase: "failed", code: "order_failed", message: "" })),
	];
	const wait = state.phase === "needs_human" ? limits.humanLook : readDelay(state.reads, at.random);
	const hold = state.hold === "access" ? "none" : state.hold;
	const change = { hold, reads: state.reads + 1, lastReadAt: at.now, wakeAt: later(at.now, wait) };
	const next = settle({ ...looked, ...change, items: counted }, outcomes, at.now);
	if (!moved || isOver(next.state) || state.phase === "needs_human") return next;
	const asked = askHuman(next.state, at.now);
	return { ...asked, effects: [...next.effects, ...asked.effects] };
}

/** What does not speak against the same bytes under the same key; where the service is silent they are the one question. */
const mayBeAsked: ReadonlySet<Finding["found"] | undefined> = new Set(["absent", "silent"]);

function mayGoOutAgain(state: RequestState, open: Item[], found: Map<string, Finding["found"]>, now: Date): boolean {
	const free = open.length > 0 && open.every((item) => mayBeAsked.has(found.get(item.domain)));
	return state.phase === "unknown" && lookFirst(state.kind) && mayResend(state, now) && free;
}

/** An absence counts once nothing of ours can still be on its way, and only apart from the one before it. */
function countAbsences(state: RequestState, found: Map<string, Finding["found"]>, now: Date): Item[] {
	const ended = state.hold !== "in_progress" && since(state.lastSentAt, now) >= limits.call;
	const quiet = ended && !mayResend(state, now);
	const spaced = state.lastReadAt === null || since(state.lastReadAt, now) >= limits.absenceSpacing;
	return state.items.map((item) => {
		const finding = found.get(item.domain);
		if (item.phase !== "open" || finding === undefined) return item;
		if (finding !== "absent") return { ...item, absences: 0 };
		return quiet && spaced ? { ...item, absences: item.absences + 1 } : item;
	});
}

function notDone(domain: string, code: string | null): Outcome {
	return { domain, phase: "failed", code: code ?? "not_done" };
}

function askHuman(state: RequestState, now: Date): Step {
	const wakeAt = later(now, limits.humanLook);
	return step(state, { phase: "needs_human", wakeAt }, [{ do: "say", what: "needs_human" }, { do: "alert_operator" }]);
}

function hourlyLook(state: RequestState, now: Date): Step {
	if (since(state.firstSentAt, now) > limits.humanLooks) return step(state, { wakeAt: null });
	const looking = read(state, now);
	// Until a look has found it again, access is still missing, and its person knows.
	return state.hold === "access" ? { ...looking, state: { ...looking.state, hold: "access" } } : looking;
}
