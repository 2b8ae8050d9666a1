import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { next } from "../../../src/rules/operation/next.ts";
import type { Answer, Evidence, Moment, RequestState, Step } from "../../../src/rules/operation/state.ts";
import { isOpen, isOver } from "../../../src/rules/operation/step.ts";
import { timeLimits } from "../../../src/rules/operation/timing.ts";
import { type Told as Drawn, leasedIn, newRequest, start } from "./story.ts";

const domains = ["a.com", "b.com"];
const domain = fc.constantFrom(...domains);
const result = fc.constantFrom("succeeded", "accepted", "failed", "in_progress", "unknown");
const code = fc.constantFrom("not_available", "provider_error", "request_in_progress", "idempotency_key_reused");
const until = fc.integer({ min: 0, max: 9e5 }).map((wait) => new Date(start.getTime() + wait));

const answer: fc.Arbitrary<Answer> = fc.oneof(
	fc.record({
		kind: fc.constant("answered" as const),
		items: fc.array(fc.record({ domain, result, code }), { maxLength: 3 }),
	}),
	fc.record({
		kind: fc.constant("refused" as const),
		status: fc.constantFrom(400, 401, 403, 404, 409, 413, 422, 429, 500, 503),
		code,
		message: fc.constant("no"),
	}),
	fc.constant({ kind: "unknown" as const }),
	fc.record({ kind: fc.constant("not_sent" as const), until, blocked: fc.boolean() }),
	fc.constant({ kind: "not_sent" as const, access: true }),
);

const found = fc.constantFrom(
	...(["done", "failed", "absent", "absent", "absent", "taken", "elsewhere", "unattributed"] as const),
	...(["moved", "silent", "unclear"] as const),
);

const evidence: fc.Arbitrary<Drawn> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant({ is: "due" as const }) },
	{ weight: 3, arbitrary: fc.constantFrom({ is: "confirmed" as const }, { is: "prepared" as const }) },
	fc.constantFrom({ is: "withdrawn" as const }, { is: "moved" as const }, { is: "look" as const }),
	fc.record({
		is: fc.constant("impossible" as const),
		items: fc.uniqueArray(fc.record({ domain, code: fc.constant("already_yours"), message: fc.constant("") }), {
			minLength: 1,
			selector: (item) => item.domain,
		}),
	}),
	fc.record({ is: fc.constant("unread" as const), hold: fc.constantFrom("none", "access", "pace") }),
	{
		weight: 6,
		arbitrary: fc.record({ is: fc.constant("answer" as const), attempt: fc.integer({ min: 1, max: 6 }), answer }),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			is: fc.constant("read" as const),
			findings: fc.array(fc.record({ domain, found }), { maxLength: 2 }),
		}),
	},
	fc.record({ is: fc.constant("event" as const), domain, ours: fc.boolean() }),
	fc.constant({ is: "connected" as const }),
	fc.record({
		is: fc.constant("verdict" as const),
		by: fc.constantFrom("person" as const, "operator" as const),
		domain,
		happened: fc.boolean(),
	}),
);

interface Happening {
	wait: number;
	evidence: Drawn;
	/**
	 * True if the evidence comes late, from a worker whose lease has expired. A lease is the time-limited right to the
	 * request, and another worker has it now.
	 */
	overtaken: boolean;
	/**
	 * True if the evidence is an answer to the latest attempt to send the request. A random attempt number would seldom
	 * be that of the latest attempt.
	 */
	toLast: boolean;
	random: number;
}

const happening: fc.Arbitrary<Happening> = fc.record({
	wait: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 4_000_000 })),
	evidence,
	overtaken: fc.boolean(),
	toLast: fc.boolean(),
	random: fc.double({ min: 0, max: 0.999, noNaN: true }),
});

/**
 * The first events of a request: either none, or those up to its first sending. Later events are random and would
 * seldom lead to a sending.
 */
const begun: fc.Arbitrary<Happening[]> = fc
	.constantFrom<Drawn[]>(
		[],
		[{ is: "confirmed" }, { is: "due" }],
		[{ is: "confirmed" }, { is: "due" }, { is: "prepared" }],
	)
	.map((first) => first.map((each) => ({ wait: 0, evidence: each, overtaken: false, toLast: true, random: 0.5 })));

const kind = fc.constantFrom("register", "renew", "dns", "nameservers", "edge");

interface Told {
	before: RequestState;
	evidence: Evidence;
	now: Date;
	at: Moment;
	step: Step;
}

/**
 * Runs a thousand requests through random events. For each request, calls `check` once, and passes each step of the
 * request to the function that `check` returned.
 */
function everyLife(check: () => (told: Told) => void): void {
	const life = fc
		.tuple(begun, fc.array(happening, { maxLength: 40, size: "max" }))
		.map(([first, rest]) => [...first, ...rest]);
	fc.assert(
		fc.property(kind, fc.constantFrom(1, 2), life, (each, count, happenings) => {
			const watch = check();
			let state = newRequest(each, domains.slice(0, count), start);
			let earlier = state;
			let now = start;
			for (const { wait, evidence: drawn, overtaken, toLast, random } of happenings) {
				now = new Date(now.getTime() + wait);
				const toLastOne = drawn.is === "answer" && toLast && state.attempts > 0;
				const fits = leasedIn(overtaken ? earlier : state, toLastOne ? { ...drawn, attempt: state.attempts } : drawn);
				const step = next(state, fits, { now, random });
				watch({ before: state, evidence: fits, now, at: { now, random }, step });
				earlier = state;
				state = step.state;
			}
		}),
		{ numRuns: 1_000 },
	);
}

/**
 * Tracks which attempts the service may have executed. These are the attempts that were sent and not clearly refused.
 * Does not use the code under test.
 */
function ledger() {
	const mayHaveRun = new Set<number>();
	return {
		mayHaveRun,
		/**
		 * Adds to `mayHaveRun` the attempt that this step sends. Removes from it an attempt that the service clearly
		 * refused or that was not sent after all.
		 */
		note({ evidence: by, step }: Told) {
			if (by.is === "answer" && turnedAway(by.answer)) mayHaveRun.delete(by.attempt);
			if (step.call?.do === "send") mayHaveRun.add(step.call.attempt);
		},
	};
}

function turnedAway(said: Answer): boolean {
	if (said.kind === "not_sent") return true;
	if (said.kind !== "refused" || said.status >= 500) return false;
	return said.code !== "request_in_progress" && said.code !== "idempotency_key_reused";
}

describe("for any events in any order, a request", () => {
	it("gets a new key, a new quote or an unsent end only while no attempt may have run", () => {
		everyLife(() => {
			const { mayHaveRun, note } = ledger();
			return (told) => {
				const { before, step } = told;
				note(told);
				const fresh = step.effects.some((effect) => effect.do === "requote" || effect.do === "split");
				const ended = ["lapsed", "withdrawn"].includes(step.state.phase) && before.phase !== step.state.phase;
				if (fresh || ended) expect([...mayHaveRun]).toEqual([]);
			};
		});
	});

	it("fails in doubt only by three absences, by its own record, or by a person's verdict", () => {
		everyLife(() => ({ before, evidence: by, step }) => {
			for (const [index, item] of step.state.items.entries()) {
				const was = before.items[index];
				if (!was || was.phase === item.phase || item.phase !== "failed" || !before.mayHaveRun) continue;
				if (by.is === "verdict") continue;
				const findings = by.is === "read" ? by.findings.filter((each) => each.domain === item.domain) : [];
				const told = findings.some((each) => each.found === "failed");
				expect(told || (by.is === "read" && was.absences === timeLimits.absences - 1)).toBe(true);
			}
		});
	});

	it("is never resent once closed, or ten minutes after the first send", () => {
		everyLife(() => ({ before, now, step }) => {
			if (step.call?.do !== "send") return;
			expect(before.closed).toBe(false);
			expect(step.call.attempt).toBe(before.attempts + 1);
			expect(now.getTime() - (step.state.firstSentAt?.getTime() ?? 0)).toBeLessThan(timeLimits.resend);
			expect(["confirmed", "unknown"]).toContain(before.phase);
		});
	});

	it("sends nothing based on a read under another or an expired lease", () => {
		everyLife(() => ({ before, evidence: by, now, at, step }) => {
			if (step.call?.do !== "send" || !("lease" in by)) return;
			// Skip this step if the request is due, because it would then be sent even without this evidence.
			if (next(before, { is: "due" }, at).call?.do === "send") return;
			expect(by.lease).toEqual(before.wakeAt);
			expect(now.getTime()).toBeLessThan(by.lease?.getTime() ?? 0);
		});
	});

	it("leaves the current attempt to its answer, its lease or its end", () => {
		everyLife(() => ({ before, evidence: by, now, step: { state } }) => {
			if (before.phase !== "sent" || before.mayHaveRun || by.is === "answer" || by.is === "due") return;
			if (before.wakeAt !== null && now >= before.wakeAt) return;
			expect(state.mayHaveRun).toBe(false);
			expect(state.phase === "sent" || !state.items.some(isOpen)).toBe(true);
		});
	});

	it("never reopens a settled doubt, and reopens a closed request only if its one attempt was refused", () => {
		everyLife(() => ({ before, step }) => {
			if (before.closed && !step.state.closed) {
				expect([before.phase, before.mayHaveRun, step.state.phase]).toEqual(["sent", false, "confirmed"]);
			}
			if (before.mayHaveRun) expect(step.state.mayHaveRun).toBe(true);
			if (before.mayHaveRun) expect(["quoted", "confirmed"]).not.toContain(step.state.phase);
		});
	});

	it("keeps every success, and reports each outcome once with at most one correction", () => {
		everyLife(() => {
			const told = new Map<string, string[]>();
			return ({ before, step }) => {
				for (const [index, item] of before.items.entries()) {
					if (item.phase !== "succeeded") continue;
					// A success may have a code which says that another order may have done the work. Later evidence may show
					// that this order did it. The code is then removed.
					const code = step.state.items[index]?.code === null ? null : item.code;
					expect(step.state.items[index]).toEqual({ ...item, code });
				}
				for (const effect of step.effects) {
					if (effect.do !== "notify_items") continue;
					for (const each of effect.domains) {
						told.set(each, [...(told.get(each) ?? []), effect.correction ? "corrected" : "told"]);
					}
				}
				for (const times of told.values()) {
					expect([["told"], ["told", "corrected"], ["corrected"]]).toContainEqual(times);
				}
			};
		});
	});

	it("has every item settled when it succeeded or failed, and releases the domains", () => {
		everyLife(() => ({ before, step }) => {
			const { phase, items } = step.state;
			if (phase === "succeeded" || phase === "failed") expect(items.some(isOpen)).toBe(false);
			// A quote has locked no domains yet. A request that is over has already released its domains. So these steps need
			// no release.
			if (isOver(before) || before.phase === "quoted" || (phase !== "succeeded" && phase !== "failed")) return;
			expect(step.effects.some((effect) => effect.do === "release")).toBe(true);
		});
	});

	it("always has a wake-up time until it is over or a person was asked for a week", () => {
		everyLife(() => ({ now, step: { state } }) => {
			if (isOver(state)) return;
			const week = now.getTime() - (state.firstSentAt?.getTime() ?? 0) > timeLimits.humanLooks;
			expect(state.wakeAt !== null || (state.phase === "needs_human" && week)).toBe(true);
		});
	});

	it("has a call, a wake-up time, an end or a waiting person, and no due work is delayed", () => {
		everyLife(() => ({ before, evidence: by, now, step: { state, effects, call } }) => {
			if (call !== null || isOver(state)) return;
			if (state.wakeAt === null) return expect(state.phase).toBe("needs_human");
			if (state.wakeAt > now) return;
			// The request is due, but this step makes no call. Only evidence from a person or the operator may lead to such a
			// step. The step then enqueues a job, or the request stays due.
			expect(["quoted", "confirmed", "withdrawn", "superseded", "verdict"]).toContain(by.is);
			if (by.is === "confirmed" && before.phase === "quoted") {
				return expect(effects).toContainEqual({ do: "enqueue" });
			}
			expect(state.wakeAt).toEqual(before.wakeAt);
		});
	});

	it("enqueues a job only after a confirmation", () => {
		everyLife(() => ({ before, evidence: by, step: { state, effects } }) => {
			if (!effects.some((effect) => effect.do === "enqueue")) return;
			expect([before.phase, by.is, state.phase]).toEqual(["quoted", "confirmed", "confirmed"]);
		});
	});

	it("applies the passage of time before any other evidence", () => {
		everyLife(() => ({ before, evidence: by, now, step: { state } }) => {
			if (before.wakeAt === null || before.wakeAt > now) return;
			if (before.phase === "quoted" && by.is !== "quoted") expect(["quoted", "confirmed"]).not.toContain(state.phase);
			if (before.phase === "sent") expect(state.mayHaveRun || isOver(state)).toBe(true);
		});
	});

	it("asks a person only after an unclear read, or if no read is possible", () => {
		everyLife(() => ({ before, evidence: by, now, step: { state, effects } }) => {
			if (!effects.some((effect) => effect.do === "notify" && effect.what === "needs_human")) return;
			if (state.hold === "access") return;
			expect(["read", "unread"]).toContain(by.is);
			const moved = state.items.some((item) => item.found === "moved");
			const late =
				state.phase === "needs_human" && now.getTime() - (before.firstSentAt?.getTime() ?? 0) >= timeLimits.unknown;
			expect(moved || late).toBe(true);
		});
	});

	it("changes no state object in place", () => {
		everyLife(() => {
			let seen: string | undefined;
			return ({ before, step }) => {
				if (seen !== undefined) expect(JSON.stringify(before)).toBe(seen);
				seen = JSON.stringify(step.state);
			};
		});
	});

	it("ends when the service answers again", () => {
		fc.assert(
			fc.property(kind, fc.array(happening, { maxLength: 25, size: "max" }), fc.boolean(), (each, happenings, ran) => {
				let state = newRequest(each, ["a.com"], start);
				let now = start;
				for (const { wait, evidence: by, random } of happenings) {
					now = new Date(now.getTime() + wait);
					if (by.is !== "connected") state = next(state, leasedIn(state, by), { now, random }).state;
				}
				const goOn = (by: Drawn) => {
					const { state: after, call } = next(state, leasedIn(state, by), { now, random: 0.5 });
					state = after;
					return call;
				};
				goOn({ is: "connected" });
				for (let round = 0; round < 400 && !isOver(state) && state.phase !== "quoted"; round += 1) {
					now = new Date(Math.max(now.getTime(), state.wakeAt?.getTime() ?? 0));
					let call = goOn({ is: "due" });
					if (call?.do === "prepare") call = goOn({ is: "prepared" });
					if (call?.do === "read") {
						const findings = [{ domain: "a.com", found: ran ? ("done" as const) : ("absent" as const) }];
						call = goOn({ is: "read", findings });
					}
					if (call?.do !== "send") continue;
					const items = [{ domain: "a.com", result: ran ? ("succeeded" as const) : ("failed" as const) }];
					goOn({ is: "answer", attempt: call.attempt, answer: { kind: "answered", items } });
				}
				const stuck = state.items.every((item) => item.phase === "accepted") || state.wakeAt === null;
				expect(isOver(state) || state.phase === "quoted" || stuck).toBe(true);
			}),
			{ numRuns: 2_000 },
		);
	});
});
