import fc from "fast-check";
import { expect, it } from "vitest";
import {
	deadline,
	isLate,
	mayResend,
	provableFrom,
	readDelay,
	resendDelay,
	roundOf,
	since,
	timeLimits,
	waitUntil,
	withoutFuture,
} from "../../../src/rules/operation/timing.ts";
import { newRequest } from "./story.ts";

const start = new Date("2026-11-20T12:00:00Z");
const at = (ms: number) => new Date(start.getTime() + ms);
const request = { ...newRequest("register", ["example.com"], start), confirmedAt: start, firstSentAt: start };

it("has the time limits of the design", () => {
	const [minute, hour] = [60_000, 3_600_000];
	expect(timeLimits).toEqual({
		call: 30_000,
		confirmingRead: 5_000,
		lease: 45_000,
		quote: 5 * minute,
		sendWithin: 15 * minute,
		resend: 10 * minute,
		settling: 5 * minute,
		absenceSpacing: 15_000,
		absences: 3,
		namesPerLook: 40,
		round: 2 * minute,
		unknown: hour,
		accepted: 24 * hour,
		humanLook: hour,
		humanLooks: 7 * 24 * hour,
		blockDefault: 5 * minute,
		inProgress: 5_000,
		unread: 5_000,
		shortest: 1_000,
	});
});

it("allows resending until ten minutes after the first send, unless closed", () => {
	expect(mayResend(request, at(timeLimits.resend - 1))).toBe(true);
	expect(mayResend(request, at(timeLimits.resend))).toBe(false);
	expect(mayResend({ ...request, closed: true }, start)).toBe(false);
});

it.each([
	["only the first call is sent", {}, timeLimits.resend],
	["it is closed", { closed: true }, timeLimits.settling],
	[
		"its last call was sent late",
		{ lastSentAt: at(timeLimits.resend - 1) },
		timeLimits.resend - 1 + timeLimits.settling,
	],
	[
		"it is closed and our key is in progress",
		{ closed: true, hold: "in_progress" },
		timeLimits.call + timeLimits.resend,
	],
] as const)("is quiet once no attempt can run or be sent: %s", (_case, change, milliseconds) => {
	expect(provableFrom({ ...request, lastSentAt: start, ...change }, at(1))).toEqual(at(milliseconds));
});

it("counts a deadline from the confirmation or the first send, otherwise from now", () => {
	const now = at(60_000);
	expect(deadline({ ...request, phase: "confirmed" }, now)).toEqual(at(timeLimits.sendWithin));
	expect(deadline({ ...request, phase: "unknown" }, now)).toEqual(at(timeLimits.unknown));
	expect(deadline({ ...request, phase: "accepted" }, now)).toEqual(at(timeLimits.accepted));
	expect(deadline({ ...request, phase: "confirmed", confirmedAt: null }, now)).toEqual(
		at(60_000 + timeLimits.sendWithin),
	);
	expect(deadline({ ...request, phase: "unknown", firstSentAt: null }, now)).toEqual(at(60_000 + timeLimits.unknown));
});

it("measures no time since null", () => {
	expect([since(null, start), since(start, at(5)), since(at(5), start)]).toEqual([0, 5, -5]);
});

it("increases the delay between attempts up to a minute, and between reads up to five", () => {
	expect([1, 2, 5, 6, 9].map((attempts) => resendDelay(attempts, 0.5))).toEqual([2_000, 4_000, 32_000, 60_000, 60_000]);
	expect([0, 1].map((random) => resendDelay(1, random))).toEqual([1_000, 3_000]);
	expect([0, 1, 4, 5, 2_000].map((reads) => readDelay(reads, 0))).toEqual([15_000, 30_000, 240_000, 300_000, 300_000]);
	expect(readDelay(0, 1)).toBe(18_750);
});

it("waits as long as the service asks: at least a second, at most until the deadline", () => {
	const now = at(60_000);
	const order = { ...request, phase: "unknown" } as const;
	expect(waitUntil(order, at(0), now)).toEqual(at(61_000));
	expect(waitUntil(order, at(90_000), now)).toEqual(at(90_000));
	expect(waitUntil(order, at(2 * timeLimits.unknown), now)).toEqual(at(timeLimits.unknown));
	expect(waitUntil({ ...order, phase: "needs_human" }, at(9 * timeLimits.humanLook), now)).toEqual(
		at(60_000 + timeLimits.humanLook),
	);
});

it("is late from the deadline on", () => {
	const order = { ...request, phase: "unknown" } as const;
	expect([isLate(order, at(timeLimits.unknown - 1)), isLate(order, at(timeLimits.unknown))]).toEqual([false, true]);
});

it("gives a round two to ten minutes, and more for more names", () => {
	expect([0, 1, 4, 5, 20, 100].map(roundOf)).toEqual([120_000, 120_000, 120_000, 150_000, 600_000, 600_000]);
	fc.assert(
		fc.property(fc.nat(200), fc.nat(200), (names, more) => {
			const round = roundOf(names);
			expect(round).toBeGreaterThanOrEqual(Math.min(names * timeLimits.call, timeLimits.resend));
			expect(round).toBeLessThanOrEqual(roundOf(names + more));
		}),
	);
});

it("takes times that were stored while the clock was ahead as now", () => {
	const [year, moment] = [at(365 * 86_400_000), at(20_000)];
	const [item] = request.items;
	const times = { confirmedAt: year, firstSentAt: year, lastSentAt: year, lastReadAt: year, wakeAt: year };
	const ahead = { ...request, ...times, items: [{ ...item, lookedAt: year }] } as typeof request;
	const now = { confirmedAt: start, firstSentAt: start, lastSentAt: start, lastReadAt: start, wakeAt: start };
	expect(withoutFuture(ahead, start)).toEqual({ ...request, ...now, items: [{ ...item, lookedAt: start }] });
	const recent = { ...request, lastSentAt: moment, wakeAt: deadline({ ...request, phase: "accepted" }, start) };
	expect(withoutFuture(recent, start)).toEqual(recent);
});
