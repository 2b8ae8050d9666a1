import type { Effect, Item, Phase, RequestState, Step } from "./state.ts";
import { isOpen, isOver, step } from "./step.ts";

/** What became of one item, with the service's words or a code of ours. */
export interface Outcome {
	domain: string;
	phase: "accepted" | "succeeded" | "failed";
	code?: string;
	message?: string;
	/** The account has it, and nothing shows that it is through this order. */
	unattributed?: true;
}

/** The code of a success that the account has and that nothing shows to be ours; later proof takes it away. */
export const unattributed = "unattributed";

/**
 * Writes outcomes into the items and draws the phase from them. A success stays; a failure gives way to a success only,
 * told as a correction. While items are open the request stays in doubt and keeps what `change` says.
 */
export function settle(state: RequestState, outcomes: Outcome[], now: Date, change: Partial<RequestState> = {}): Step {
	const byDomain = new Map(outcomes.map((outcome) => [outcome.domain, outcome]));
	const items = state.items.map((item) => settled(item, byDomain.get(item.domain)));
	const told = state.items.filter((item, index) => changedOutcome(item, items[index]));
	const corrected = told.filter((item) => isOver(state) || !isOpen(item)).map((item) => item.domain);
	const fresh = told.map((item) => item.domain).filter((domain) => !corrected.includes(domain));
	const effects = [...tell(fresh, false), ...tell(corrected, true), ...release(fresh)];
	const phase = phaseOf(state.phase, items);
	if (!items.some(isOpen)) return step(state, { items, phase, hold: "none", wakeAt: null }, effects);
	// Somebody who is asked for longer than a week is not looked for any more.
	const wakeAt = state.wakeAt ?? (phase === "needs_human" ? null : now);
	const doubt = { doubt: true, firstSentAt: state.firstSentAt ?? now, wakeAt };
	return step(state, { ...doubt, ...change, items, phase }, effects);
}

/**
 * The same for what is learned elsewhere than from an answer: it shows that the request has run. While the one attempt
 * that may have is under way nothing is in doubt: its own answer still tells of the other items, and may fail them.
 */
export function settleEarly(state: RequestState, outcomes: Outcome[], now: Date): Step {
	const settling = settle(state, outcomes, now, { closed: true });
	if (state.phase !== "sent" || state.doubt || isOver(settling.state)) return settling;
	return { ...settling, state: { ...settling.state, phase: "sent", doubt: false } };
}

function settled(item: Item, outcome: Outcome | undefined): Item {
	if (!outcome) return item;
	const shown = outcome.phase === "succeeded" && !outcome.unattributed;
	if (item.phase === "succeeded") return shown ? { ...item, code: null } : item;
	if (item.phase === "failed" && outcome.phase !== "succeeded") return item;
	const words =
		outcome.phase === "succeeded" ? { code: shown ? null : unattributed, message: null } : wordsOf(item, outcome);
	return { ...item, phase: outcome.phase, absences: 0, ...words };
}

function wordsOf(item: Item, outcome: Outcome): { code: string | null; message: string | null } {
	return { code: outcome.code ?? item.code, message: outcome.message ?? item.message };
}

function changedOutcome(before: Item, after: Item | undefined): boolean {
	return after !== undefined && before.phase !== after.phase && !isOpen(after);
}

function phaseOf(before: Phase, items: Item[]): Phase {
	const open = items.filter(isOpen);
	if (open.length === 0) return items.some((item) => item.phase === "succeeded") ? "succeeded" : "failed";
	if (before === "needs_human") return before;
	return open.every((item) => item.phase === "accepted") ? "accepted" : "unknown";
}

function tell(domains: string[], correction: boolean): Effect[] {
	return domains.length === 0 ? [] : [{ do: "tell", domains, correction }];
}

function release(domains: string[]): Effect[] {
	return domains.length === 0 ? [] : [{ do: "release", domains }];
}
