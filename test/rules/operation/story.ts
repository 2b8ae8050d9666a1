import { next } from "../../../src/rules/operation/next.ts";
import type {
	Answer,
	Evidence,
	Finding,
	Kind,
	Leased,
	RequestState,
	Step,
} from "../../../src/rules/operation/state.ts";
import { later, timeLimits } from "../../../src/rules/operation/timing.ts";

/**
 * Evidence that a test passes to a request, such as an answer or the result of a read. A lease is the time-limited
 * right of a worker to the request. If the test gives no lease, the evidence gets the request's current lease, which is
 * the value of `wakeAt`.
 */
export type Told = Evidence | Unleased<Evidence>;

type Unleased<Each> = Each extends Leased ? Omit<Each, "lease"> : never;

export const start = new Date("2026-11-20T12:00:00Z");

export function leasedIn({ wakeAt }: RequestState, told: Told): Evidence {
	if ("lease" in told) return told;
	switch (told.is) {
		case "prepared":
		case "moved":
			return { is: told.is, lease: wakeAt };
		case "impossible":
		case "read":
			return { ...told, lease: wakeAt };
		default:
			return told;
	}
}

/**
 * Returns a new request in the phase `quoted`. `domains` contains each domain once, in the order in which the request
 * sends them.
 */
export function newRequest(kind: Kind, domains: readonly string[], now: Date): RequestState {
	return {
		kind,
		phase: "quoted",
		hold: "none",
		wakeAt: later(now, timeLimits.quote),
		confirmedAt: null,
		firstSentAt: null,
		lastSentAt: null,
		attempts: 0,
		reads: 0,
		lastReadAt: null,
		mayHaveRun: false,
		closed: false,
		items: domains.map((domain) => ({
			domain,
			phase: "open",
			absences: 0,
			lookedAt: null,
			found: null,
			code: null,
			message: null,
		})),
	};
}

/** Creates a request and functions that pass evidence to it. The time changes only in `after` and `wakes`. */
export function story(kind: Kind = "register", domains = ["example.com"]) {
	let now = start;
	let last: Step = { state: newRequest(kind, domains, start), effects: [], call: null };
	const steps: Step[] = [];
	const tell = {
		get state(): RequestState {
			return last.state;
		},
		get call() {
			return last.call;
		},
		get effects() {
			return last.effects.map((effect) => ("what" in effect ? `${effect.do} ${effect.what}` : effect.do));
		},
		get steps(): readonly Step[] {
			return steps;
		},
		get now(): Date {
			return now;
		},
		happens(told: Told) {
			last = next(last.state, leasedIn(last.state, told), { now, random: 0 });
			steps.push(last);
			return tell;
		},
		after(seconds: number) {
			now = new Date(now.getTime() + seconds * 1_000);
			return tell;
		},
		/** Advances the time to the request's next wake-up and reports that its row is due. */
		wakes() {
			const { wakeAt } = last.state;
			if (wakeAt !== null && wakeAt > now) now = wakeAt;
			return tell.happens({ is: "due" });
		},
		sends() {
			return tell.happens({ is: "confirmed" }).wakes().happens({ is: "prepared" });
		},
		answers(answer: Answer, attempt = last.state.attempts) {
			return tell.happens({ is: "answer", attempt, answer });
		},
		reads(found: Finding["found"], domain = domains[0] ?? "") {
			return tell.happens({ is: "read", findings: [{ domain, found }] });
		},
	};
	return tell;
}

export const done = (...domains: string[]): Answer => ({
	kind: "answered",
	items: (domains.length > 0 ? domains : ["example.com"]).map((domain) => ({ domain, result: "succeeded" })),
});

export const unknown: Answer = { kind: "unknown" };

export const refusal = (status: number, code: string, until?: Date): Answer => ({
	kind: "refused",
	status,
	code,
	message: `says ${code}`,
	...(until && { until }),
});

/** What a read before sending reports if the order cannot succeed for these domains. */
export const impossible = (code: string, ...domains: string[]) => ({
	is: "impossible" as const,
	items: (domains.length > 0 ? domains : ["example.com"]).map((domain) => ({ domain, code, message: "" })),
});
