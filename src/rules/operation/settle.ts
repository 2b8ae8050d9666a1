import type { Effect, Item, Phase, RequestState, Step } from "./state.ts";
import { isOpen, isOver, step } from "./step.ts";

/** `code` comes from the service or is set by the bot, `message` from the service. */
export interface Outcome {
	domain: string;
	phase: "accepted" | "succeeded" | "failed";
	code?: string;
	message?: string;
	/** The account has what was ordered, but nothing proves that this order caused it. */
	unattributed?: true;
	/** The service confirmed the change, but reads show neither the old nor the planned state. */
	storedOtherwise?: true;
}

/**
 * A success that another order may have caused. The bot removes the code if it later finds proof that this order did.
 */
export const unattributed = "unattributed";

/** The service reported success, but reads of the domain show another state. */
export const unconfirmed = "unconfirmed";

/** The service stored another state than was sent. If a later read shows the sent one, the bot removes the code. */
export const storedOtherwise = "stored_otherwise";

/**
 * Derives the request's phase from the items.
 * - A success is final.
 * - A failure can still become a success. The person then gets a correction.
 * - While an item is open, the request's outcome is in doubt. The fields of `change` are then set.
 */
export function settle(state: RequestState, outcomes: Outcome[], now: Date, change: Partial<RequestState> = {}): Step {
	const byDomain = new Map(outcomes.map((outcome) => [outcome.domain, outcome]));
	const items = state.items.map((item) => settled(item, byDomain.get(item.domain)));
	const changed = state.items.filter((item, index) => changedOutcome(item, items[index]));
	const corrected = changed.filter((item) => isOver(state) || !isOpen(item)).map((item) => item.domain);
	const fresh = changed.map((item) => item.domain).filter((domain) => !corrected.includes(domain));
	const effects = [...notify(fresh, false), ...notify(corrected, true), ...release(fresh)];
	const phase = phaseOf(state.phase, items);
	if (!items.some(isOpen)) return step(state, { items, phase, hold: "none", wakeAt: null }, effects);
	// A null `wakeAt` in `needs_human` means that the bot no longer reads the domains (`timeLimits.humanLooks`).
	const wakeAt = state.wakeAt ?? (phase === "needs_human" ? null : now);
	const unknown = { mayHaveRun: true, firstSentAt: state.firstSentAt ?? now, wakeAt };
	return step(state, { ...unknown, ...change, items, phase }, effects);
}

/**
 * For results that arrive before the answer to the call: from an event, or from a read. They prove that the request was
 * executed, so it is never sent again. If its only attempt is still running, the request stays `sent`: its answer will
 * show the outcomes of the other items.
 */
export function settleEarly(state: RequestState, outcomes: Outcome[], now: Date): Step {
	const settling = settle(state, outcomes, now, { closed: true });
	if (state.phase !== "sent" || state.mayHaveRun || isOver(settling.state)) return settling;
	return { ...settling, state: { ...settling.state, phase: "sent", mayHaveRun: false } };
}

function settled(item: Item, outcome: Outcome | undefined): Item {
	if (!outcome) return item;
	const mark = outcome.unattributed ? unattributed : outcome.storedOtherwise ? storedOtherwise : null;
	const shown = outcome.phase === "succeeded" && mark === null;
	if (item.phase === "succeeded") return shown ? { ...item, code: null } : item;
	if (item.phase === "failed" && outcome.phase !== "succeeded") return item;
	const reason = outcome.phase === "succeeded" ? { code: mark, message: null } : reasonOf(item, outcome);
	return { ...item, phase: outcome.phase, absences: 0, ...reason };
}

function reasonOf(item: Item, outcome: Outcome): { code: string | null; message: string | null } {
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

function notify(domains: string[], correction: boolean): Effect[] {
	return domains.length === 0 ? [] : [{ do: "notify_items", domains, correction }];
}

function release(domains: string[]): Effect[] {
	return domains.length === 0 ? [] : [{ do: "release", domains }];
}
