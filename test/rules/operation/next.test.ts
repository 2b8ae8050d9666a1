import { describe, expect, it } from "vitest";
import { matchItems } from "../../../src/rules/operation/match.ts";
import { next } from "../../../src/rules/operation/next.ts";
import type { RequestState } from "../../../src/rules/operation/state.ts";
import { findRegistration, findRenewal, timeLimits } from "../../../src/rules/operation/timing.ts";
import { receiptOf } from "../../../src/rules/quote.ts";
import { referencesFor } from "../../../src/rules/reference.ts";
import { done, impossible, leasedIn, refusal, start, story, type Told, unknown } from "./story.ts";

const minute = 60;
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

describe("from quote to outcome", () => {
	it("is quoted, confirmed, prepared, sent and succeeded, with one notification", () => {
		const request = story().happens({ is: "confirmed" });
		expect(request.state).toMatchObject({ phase: "confirmed", wakeAt: start, confirmedAt: start });
		expect(request.wakes().call).toEqual({ do: "prepare" });
		expect(request.happens({ is: "prepared" }).call).toEqual({ do: "send", attempt: 1 });
		expect(request.state).toMatchObject({ phase: "sent", attempts: 1, firstSentAt: start });
		expect(request.answers(done()).state).toMatchObject({ phase: "succeeded", wakeAt: null, mayHaveRun: false });
		expect(request.effects).toEqual(["notify_items", "release"]);
		expect(request.answers(done()).effects).toEqual([]);
	});

	it("gets a new quote when the price rose or the zone changed", () => {
		const request = story().happens({ is: "confirmed" }).wakes().happens({ is: "moved" });
		expect(request.state).toMatchObject({ phase: "quoted", wakeAt: at(5 * minute) });
		expect(request.effects).toEqual(["requote", "release"]);
	});

	it("fails without a charge when preparing shows that it is impossible, such as already owned", () => {
		const request = story().happens({ is: "confirmed" }).wakes();
		request.happens(impossible("already_yours"));
		expect(request.state).toMatchObject({ phase: "failed", attempts: 0, items: [{ code: "already_yours" }] });
		expect(request.effects).toEqual(["notify_items", "release"]);
	});

	it("is split if preparing shows that some of its domains cannot be ordered", () => {
		const request = story("register", ["a.com", "b.com", "c.com"]).happens({ is: "confirmed" }).wakes();
		request.happens(impossible("not_available", "b.com"));
		expect(request.state).toMatchObject({ phase: "superseded", attempts: 0, wakeAt: null });
		expect(request.steps.at(-1)?.effects).toEqual([{ do: "split", apart: ["b.com"] }]);
	});

	it.each(["confirmed", "sent", "unknown"] as const)(
		"continues at once if it was to wake up in a year: %s",
		(phase) => {
			const request = phase === "confirmed" ? story().happens({ is: "confirmed" }) : story().sends();
			const { state } = phase === "unknown" ? request.answers(unknown) : request;
			const wakeAt = at(365 * 24 * 60 * minute);
			const moved = next({ ...state, wakeAt }, { is: "due" }, { now: start, random: 0 });
			expect(moved.state.phase).toBe({ confirmed: "confirmed", sent: "unknown", unknown: "sent" }[phase]);
			expect(moved.state.wakeAt?.getTime()).toBeLessThan(at(2 * minute).getTime());
		},
	);

	it("lapses if it could not be sent within 15 minutes", () => {
		const request = story().happens({ is: "confirmed" }).wakes().happens({ is: "unread", hold: "none" });
		expect(request.state).toMatchObject({ phase: "confirmed", wakeAt: at(5) });
		expect(request.after(15 * minute).wakes().state.phase).toBe("lapsed");
		expect(request.effects).toEqual(["notify lapsed", "release"]);
	});

	it("lapses even if it is prepared a moment too late", () => {
		const request = story()
			.happens({ is: "confirmed" })
			.wakes()
			.after(15 * minute)
			.happens({ is: "prepared" });
		expect(request.state.phase).toBe("lapsed");
		expect(request.call).toBeNull();
	});

	it("can be withdrawn only until it is sent", () => {
		expect(story().happens({ is: "withdrawn" }).state.phase).toBe("withdrawn");
		expect(story().happens({ is: "confirmed" }).happens({ is: "withdrawn" }).effects).toEqual(["release"]);
		expect(story().wakes().happens({ is: "withdrawn" }).state.phase).toBe("withdrawn");
		expect(story().sends().happens({ is: "withdrawn" }).state.phase).toBe("sent");
	});

	it("lapses as a quote after five minutes, or is superseded by a newer one", () => {
		expect(story().wakes().state).toMatchObject({ phase: "lapsed", wakeAt: null });
		expect(story().happens({ is: "superseded" }).state.phase).toBe("superseded");
		expect(story().happens({ is: "superseded" }).happens({ is: "confirmed" }).state.phase).toBe("superseded");
	});

	it("can be quoted again until it is confirmed", () => {
		for (const is of ["withdrawn", "quoted"] as const) {
			const again = story().happens({ is }).after(60).happens({ is: "quoted" });
			expect(again.state).toMatchObject({ phase: "quoted", wakeAt: new Date(start.getTime() + 6 * 60_000) });
		}
		expect(story().wakes().happens({ is: "quoted" }).state.phase).toBe("quoted");
		expect(
			story().happens({ is: "confirmed" }).happens({ is: "withdrawn" }).happens({ is: "quoted" }).state.phase,
		).toBe("withdrawn");
		expect(story().sends().happens({ is: "quoted" }).state.phase).toBe("sent");
		expect(story().happens({ is: "superseded" }).happens({ is: "quoted" }).state.phase).toBe("superseded");
	});

	it("changes nothing if a duplicate job runs early", () => {
		const request = story().happens({ is: "confirmed" }).wakes().happens({ is: "due" });
		expect(request.call).toBeNull();
		expect(story().sends().after(10).happens({ is: "due" }).state).toMatchObject({ phase: "sent", attempts: 1 });
	});
});

describe("commit before the call, the lease, and late answers", () => {
	it("stores the request as sent, counted and stamped before the call", () => {
		const { state, call } = story().sends();
		expect(state).toMatchObject({ phase: "sent", attempts: 1, lastSentAt: start, wakeAt: at(45) });
		expect(call).toEqual({ do: "send", attempt: 1 });
	});

	it("has a lease longer than a call", () => {
		expect(timeLimits.call).toBe(30_000);
		expect(timeLimits.lease).toBe(45_000);
	});

	it("returns the outcome and its notification as one step", () => {
		const { state, effects, call } = story().sends().answers(done()).steps.at(-1) ?? {};
		expect([state?.phase, call]).toEqual(["succeeded", null]);
		expect(effects?.[0]).toEqual({ do: "notify_items", domains: ["example.com"], correction: false });
	});

	it("becomes unknown when its lease expires", () => {
		const request = story().sends().wakes();
		expect(request.now).toEqual(at(45));
		expect(request.state).toMatchObject({ phase: "unknown", mayHaveRun: true });
	});

	it("accepts a success from an earlier attempt", () => {
		const request = story().sends().wakes().wakes();
		expect(request.state).toMatchObject({ phase: "sent", attempts: 2 });
		expect(request.answers(done(), 1).state.phase).toBe("succeeded");
	});

	it("ignores a failure from an earlier attempt", () => {
		const request = story().sends().wakes().wakes().answers(refusal(404, "domain_not_found"), 1);
		expect(request.state).toMatchObject({ phase: "sent", attempts: 2 });
		expect(request.effects).toEqual([]);
	});

	it("does not disturb the current attempt when an older one returns failed items", () => {
		const failed = { domain: "example.com", result: "failed", code: "x" } as const;
		const request = story()
			.sends()
			.wakes()
			.wakes()
			.answers({ kind: "answered", items: [failed] }, 1);
		expect(request.state).toMatchObject({ phase: "sent", attempts: 2, items: [{ phase: "open", code: null }] });
	});

	it("ignores an answer to an attempt that was never made", () => {
		expect(story().sends().answers(done(), 2).state.phase).toBe("sent");
		expect(story().sends().answers(done(), 0).state.phase).toBe("sent");
		expect(story().answers(done(), 0).state.phase).toBe("quoted");
	});

	it("fails on a refusal of the only attempt, with the service's message", () => {
		const request = story().sends().answers(refusal(409, "insufficient_funds"));
		const item = { phase: "failed", code: "insufficient_funds", message: "says insufficient_funds" };
		expect(request.state).toMatchObject({ phase: "failed", items: [item] });
	});
});

describe("only the service's envelope is a refusal, and none settles an unknown attempt", () => {
	it.each([
		["no answer that counts", unknown],
		["a 500 in the envelope", refusal(500, "provider_error")],
	])("is unknown after %s", (_name, answer) => {
		expect(story().sends().answers(answer).state).toMatchObject({ phase: "unknown", mayHaveRun: true });
	});

	it.each([
		[404, "domain_not_found"],
		[422, "validation_error"],
		[409, "insufficient_funds"],
		[400, "bad_request"],
	])("reads after %d %s if an earlier attempt may have run", (status, code) => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(status, code));
		expect(request.state).toMatchObject({ phase: "unknown", closed: true, items: [{ phase: "open", code }] });
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("reads if the service says that our key was used for another request", () => {
		const request = story().sends().answers(refusal(409, "idempotency_key_reused"));
		expect(request.state).toMatchObject({ phase: "unknown", closed: true, mayHaveRun: true });
	});

	it("reads after a refusal if the service said before that our key was in progress", () => {
		const request = story().sends().answers(refusal(409, "request_in_progress")).wakes();
		request.answers(refusal(404, "domain_not_found"));
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.call?.do).toBe("read");
	});

	it("does not settle a failed item of a batch either", () => {
		const failed = { domain: "example.com", result: "failed", code: "not_available" } as const;
		const request = story()
			.sends()
			.answers(unknown)
			.wakes()
			.answers({ kind: "answered", items: [failed] });
		expect(request.state).toMatchObject({ phase: "unknown", items: [{ phase: "open", code: "not_available" }] });
		expect(request.wakes().call?.do).toBe("read");
	});

	it("ignores a late answer once a person is asked", () => {
		const request = story("dns").sends().answers(unknown).wakes().reads("moved");
		expect(request.answers(refusal(404, "domain_not_found")).state.phase).toBe("needs_human");
		expect(request.answers(unknown).state.phase).toBe("needs_human");
	});

	it("does not count an attempt that was not sent", () => {
		const request = story().sends().answers({ kind: "not_sent" });
		expect(request.state).toMatchObject({ phase: "confirmed", mayHaveRun: false, firstSentAt: null });
		expect(request.wakes().call).toEqual({ do: "prepare" });
	});
});

describe("an unknown request is resent for ten minutes, then only read", () => {
	it("resends the same bytes with growing delays, and stops after ten minutes", () => {
		const request = story().sends().answers(unknown);
		const sent: number[] = [];
		while (request.state.phase === "unknown" && request.wakes().call?.do === "send") {
			sent.push((request.now.getTime() - start.getTime()) / 1_000);
			request.answers(unknown);
		}
		expect(sent.slice(0, 5)).toEqual([1, 3, 7, 15, 31]);
		expect(Math.max(...sent)).toBeLessThan(10 * minute);
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
		expect(request.now >= at(10 * minute)).toBe(true);
	});

	it("fails by proof of absence: three spaced reads after the last call can no longer run", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found"));
		request.reads("absent");
		expect(request.state.items).toMatchObject([{ absences: 0 }]);
		request
			.after(5 * minute)
			.reads("absent")
			.after(5)
			.reads("absent");
		expect(request.state.items).toMatchObject([{ absences: 1 }]);
		request.wakes().reads("absent");
		expect(request.state.phase).toBe("unknown");
		request.wakes().reads("absent");
		expect(request.state).toMatchObject({ phase: "failed", items: [{ code: "domain_not_found" }] });
		expect(request.effects).toEqual(["notify_items", "release"]);
	});

	it("counts no absence while the last call may still run", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found"));
		for (const seconds of [30, 60, 60, 60, 60, 29]) {
			expect(request.after(seconds).reads("absent").state.items).toMatchObject([{ absences: 0 }]);
		}
		expect(request.after(1).reads("absent").state.items).toMatchObject([{ absences: 0 }]);
		expect(request.after(15).reads("absent").state.items).toMatchObject([{ absences: 1 }]);
	});

	it.each(["register", "renew", "dns", "nameservers", "edge"] as const)(
		"does not take a refused retry of %s as proof about the first attempt, which runs two minutes later",
		(kind) => {
			const request = story(kind).sends().answers(unknown).wakes();
			if (request.call?.do === "read") request.reads("absent");
			expect(request.call).toEqual({ do: "send", attempt: 2 });
			request.answers(refusal(422, "validation_error"));
			while (request.state.phase === "unknown" && request.now < at(2 * minute)) request.reads("absent").wakes();
			expect(request.state.phase).toBe("unknown");
			expect(request.reads("done").state).toMatchObject({ phase: "succeeded" });
		},
	);

	it.each(["absent", "taken", "elsewhere"] as const)("reads as soon as %s can count, and ends soon after", (found) => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found"));
		while (request.state.phase === "unknown") request.reads(found).wakes();
		expect(request.state.phase).toBe("failed");
		expect(request.now <= at(1 + 5 * minute + 3 * 19)).toBe(true);
	});

	it("increases the delay between reads, and spreads them", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found"));
		const waits = Array.from({ length: 7 }, () => {
			const { wakeAt } = request.reads("unclear").state;
			const wait = ((wakeAt?.getTime() ?? 0) - request.now.getTime()) / 1_000;
			request.wakes();
			return wait;
		});
		expect(waits).toEqual([15, 30, 60, 120, 240, 300, 300]);
		const read = { is: "read", findings: [{ domain: "example.com", found: "unclear" }] } as const;
		const { wakeAt } = next(request.state, leasedIn(request.state, read), { now: request.now, random: 0.8 }).state;
		expect((wakeAt?.getTime() ?? 0) - request.now.getTime()).toBe(360_000);
	});

	it("restarts the count after an unclear read", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found"));
		request.after(30).reads("absent").wakes().reads("absent").wakes().reads("unclear");
		expect(request.state.items).toMatchObject([{ absences: 0 }]);
	});

	it("does not count an absence while the same bytes may still be resent", () => {
		const request = story().sends().answers(unknown).happens({ is: "look" }).after(60).reads("absent");
		expect(request.state.items).toMatchObject([{ absences: 0 }]);
	});

	it("succeeds when a read proves it", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found")).reads("done");
		expect(request.state).toMatchObject({ phase: "succeeded", items: [{ phase: "succeeded", code: null }] });
	});

	it("asks a person after an hour without proof", () => {
		const request = story().sends().answers(unknown);
		while (request.state.phase !== "needs_human") {
			request.wakes();
			if (request.call?.do === "send") request.answers(unknown);
			if (request.call?.do === "read") request.reads("unclear");
		}
		expect(request.now).toEqual(at(60 * minute));
		expect(request.effects).toEqual(["notify needs_human", "alert_operator"]);
	});
});

describe("a registration counts as ours only by our reference, which no other program can set", () => {
	const sent = { reference: "#4K7Q", givenRef: null, wasFree: true, firstSentAt: start, years: 1 };
	const record = (externalRef: string | null, registeredAt: Date | null = at(1), expiresAt: Date | null = null) => {
		return { externalRef, registeredAt, expiresAt };
	};
	const inYears = (years: number) => new Date(start.getTime() + years * 365 * 86_400_000);
	const given = { ...sent, givenRef: "mine" };

	it.each([
		["our reference is on the record", sent, record("#4K7Q", null), "done"],
		[
			"our reference is on it, although the name was not available",
			{ ...sent, wasFree: false },
			record("#4K7Q"),
			"done",
		],
		["it was available and was registered later, without a reference", sent, record(null), "unattributed"],
		["it was available, and a service without dates has it in the account", sent, record(null, null), "unattributed"],
		[
			"it was available and was registered for the ordered years",
			sent,
			record(null, at(1), inYears(1)),
			"unattributed",
		],
		["it was available and was registered for other years", sent, record(null, at(1), inYears(2)), "unattributed"],
		["it is registered for other years, without a date", sent, record(null, null, inYears(3)), "unattributed"],
		["it was registered a little earlier by the service's clock", sent, record(null, at(-120)), "unattributed"],
		["it was available and was registered that day", sent, record(null, new Date("2026-11-20")), "unattributed"],
		["it was registered that day in another time zone", sent, record(null, new Date("2026-11-19")), "unattributed"],
		["it was available and was registered days before", sent, record(null, new Date("2026-11-18")), "elsewhere"],
		["it was registered minutes before, by a slow clock", sent, record(null, at(-121)), "unattributed"],
		["it was registered at that time in another time zone", sent, record(null, at(-14 * 3_600)), "unattributed"],
		["it was registered two days before", sent, record(null, at(-2 * 86_400)), "unattributed"],
		["it was registered more than two days before", sent, record(null, at(-2 * 86_400 - 1)), "elsewhere"],
		["it was not available", { ...sent, wasFree: false }, record(null), "unclear"],
		["its availability was unknown", { ...sent, wasFree: null }, record(null), "unclear"],
		["it was never sent", { ...sent, firstSentAt: null }, record(null), "unclear"],
		["our reference is on it in the service's spelling", sent, record("4k7q"), "done"],
		["another reference is on it", sent, record("#9999"), "elsewhere"],
		["a reference without letters is on it", sent, record("--"), "elsewhere"],
		["the person's reference is on it, and it was available", given, record("mine"), "done"],
		["the person's reference is on it, for other years", given, record("mine", at(1), inYears(2)), "unattributed"],
		[
			"the person's reference is on it, and it was not available",
			{ ...given, wasFree: false },
			record("mine"),
			"unclear",
		],
		["our reference is on it, but the person's was sent", given, record("#4K7Q"), "elsewhere"],
	])("%s", (_case, registration, seen, found) => {
		expect(findRegistration(registration, seen)).toBe(found);
	});

	it("is refused without a charge if the account had it before", () => {
		const request = story().happens({ is: "confirmed" }).wakes();
		request.happens(impossible("already_yours"));
		expect(request.state).toMatchObject({ phase: "failed", attempts: 0, firstSentAt: null });
	});
});

describe("a renewal is read before it is resent", () => {
	it("is done when the expiry moved, and is never resent", () => {
		const request = story("renew").sends().answers(unknown).wakes();
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
		expect(request.reads("done").state).toMatchObject({ phase: "succeeded", attempts: 1 });
	});

	it("is resent with the same key while the expiry is unchanged", () => {
		const request = story("renew").sends().answers(unknown).wakes().reads("absent");
		expect(request.call).toEqual({ do: "send", attempt: 2 });
	});

	it("is not resent for the other domains when one of them is renewed", () => {
		const request = story("renew", ["a.com", "b.com"]).sends().answers(unknown).wakes();
		const findings = [{ domain: "a.com", found: "done" } as const, { domain: "b.com", found: "absent" } as const];
		request.happens({ is: "read", findings });
		expect(request.state).toMatchObject({ phase: "unknown", closed: true, attempts: 1 });
		expect(request.call).toBeNull();
		expect(request.wakes().call).toEqual({ do: "read", domains: ["b.com"] });
	});

	const [year, years] = [
		new Date("2027-11-20T12:00:00Z"),
		(count: number) => new Date(`${2026 + count}-11-20T12:00:00Z`),
	];
	const days = (count: number) => new Date(start.getTime() + count * 86_400_000);

	it.each([
		["moved by the one year that was ordered", 1, start, year, "unattributed"],
		["moved by the ten years that were ordered", 10, start, years(10), "unattributed"],
		["moved by ten years of 365 days", 10, start, days(3_650), "unattributed"],
		["moved by a year, reported as a time and then as a date", 1, start, new Date("2027-11-20"), "unattributed"],
		["moved by one year of two", 2, start, year, "elsewhere"],
		["moved by nine years of ten", 10, start, years(9), "elsewhere"],
		["moved by less than a year", 1, start, new Date("2027-01-20T12:00:00Z"), "elsewhere"],
		["moved by two years instead of one", 1, start, years(2), "unattributed"],
		["had passed, and moved by a year from then", 1, days(-20), new Date("2027-10-31T12:00:00Z"), "unattributed"],
		["had passed, and moved by a year from the renewal", 1, days(-20), year, "unattributed"],
		["is unchanged", 1, start, start, "absent"],
		["is reported as a date and then as a time", 1, new Date("2026-11-20"), start, "absent"],
		["is reported as a time and then as a date", 1, start, new Date("2026-11-20"), "absent"],
		["is reported as the date in another time zone", 1, start, new Date("2026-11-21"), "absent"],
		["went back", 1, start, new Date("2025-11-20T12:00:00Z"), "unclear"],
		["went back by two days", 1, start, days(-2), "unclear"],
		["was never reported", 1, null, at(1), "silent"],
		["is no longer reported", 1, start, null, "silent"],
	] as const)("reads the expiry: it %s", (_case, ordered, before, expiresAt, found) => {
		const sent = { reference: "#9999", whose: "kept", years: ordered, before, firstSentAt: start } as const;
		expect(findRenewal(sent, { externalRef: "#9999", expiresAt })).toBe(found);
	});

	it.each([
		["ours, and the expiry moved by the ordered years", "#4K7Q", years(2), "done"],
		["ours, and the expiry moved by more", "#4K7Q", years(3), "done"],
		["ours, and the expiry is not reported", "#4K7Q", null, "done"],
		["ours, and the expiry is unchanged", "#4K7Q", start, "unclear"],
		["ours, and the expiry moved by less", "#4K7Q", year, "unclear"],
		["of another order, and the expiry moved by the ordered years", "#9999", years(2), "elsewhere"],
		["of another order, and the expiry moved by more", "#9999", years(3), "unattributed"],
		["missing, and the expiry moved by the ordered years", null, years(2), "unattributed"],
		["missing, and the expiry is not reported", null, null, "silent"],
	] as const)("reads the reference after ours was sent: it is %s", (_case, externalRef, expiresAt, found) => {
		const sent = { reference: "#4K7Q", whose: "ours", years: 2, before: start, firstSentAt: start } as const;
		expect(findRenewal(sent, { externalRef, expiresAt })).toBe(found);
	});

	it.each([
		["kept", "#OLD1", years(2), "unattributed"],
		["kept", "old1", years(2), "unattributed"],
		["kept", null, years(2), "unattributed"],
		["kept", "crm-9", years(2), "elsewhere"],
		["kept", "crm-9", years(3), "unattributed"],
		["kept", "#OLD1", null, "silent"],
		["kept", "crm-9", start, "absent"],
		["given", "#OLD1", years(2), "done"],
		["given", "#OLD1", years(3), "unattributed"],
		["given", "crm-9", years(2), "elsewhere"],
		["given", null, years(2), "unattributed"],
	] as const)("reads a %s reference #OLD1 that was sent: the record has %s", (whose, externalRef, expiresAt, found) => {
		const sent = { reference: "#OLD1", whose, years: 2, before: start, firstSentAt: start } as const;
		expect(findRenewal(sent, { externalRef, expiresAt })).toBe(found);
	});

	it("without an expiry settles only by the same key, by an event, or by a person", () => {
		const unheard = () => story("renew").sends().answers(unknown).wakes().reads("silent");
		expect(unheard().call).toEqual({ do: "send", attempt: 2 });
		expect(unheard().answers(done()).state.phase).toBe("succeeded");
		expect(unheard().happens({ is: "event", domain: "example.com", ours: true }).state.phase).toBe("succeeded");
		const request = unheard();
		while (request.state.phase !== "needs_human") {
			if (request.call?.do === "send") request.answers(unknown);
			request.wakes();
			if (request.call?.do === "read") request.reads("silent");
		}
		expect(request.now >= at(60 * minute)).toBe(true);
		expect((request.state.lastSentAt?.getTime() ?? 0) < at(10 * minute).getTime()).toBe(true);
		expect(request.state.items).toMatchObject([{ phase: "open", absences: 0 }]);
	});

	it("is not resent when a read finds something odd", () => {
		expect(story("renew").sends().answers(unknown).wakes().reads("unclear").call).toBeNull();
	});
});

describe("an old zone never overwrites a newer write", () => {
	it.each(["dns", "nameservers", "edge"] as const)("reads before it resends %s", (kind) => {
		const request = story(kind).sends().answers(unknown).wakes();
		expect(request.call?.do).toBe("read");
		expect(request.reads("absent").call).toEqual({ do: "send", attempt: 2 });
	});

	it("asks a person instead of resending when another program wrote meanwhile", () => {
		const request = story("dns").sends().answers(unknown).wakes().reads("moved");
		expect(request.state).toMatchObject({ phase: "needs_human", closed: true });
		expect(request.effects).toContain("notify needs_human");
		expect(request.wakes().reads("absent").call).toBeNull();
	});

	it("builds its bytes at the first send, after reading again", () => {
		const request = story("dns").happens({ is: "confirmed" });
		expect(request.wakes().call).toEqual({ do: "prepare" });
		expect(request.happens({ is: "moved" }).state.phase).toBe("quoted");
		expect(request.happens({ is: "confirmed" }).wakes().happens({ is: "prepared" }).call).toMatchObject({ do: "send" });
	});

	it("prepares again before the first actual send", () => {
		const request = story("dns")
			.sends()
			.answers(refusal(429, "rate_limited", at(60)))
			.wakes();
		expect(request.call).toEqual({ do: "prepare" });
	});
});

describe("a read counts only for the row that requested it, and only while it is fresh", () => {
	const prepared = { is: "prepared" } as const;
	const absent = { is: "read", findings: [{ domain: "example.com", found: "absent" }] } as const;

	it.each([prepared, { is: "moved" }, impossible("x")] as const)(
		"ignores a read for the earlier quote after a new one was confirmed: %j",
		(seen) => {
			const request = story("dns").happens({ is: "confirmed" }).wakes();
			const overtaken = leasedIn(request.state, seen);
			request.wakes().happens({ is: "moved" }).after(1).happens({ is: "confirmed" });
			expect(request.happens(overtaken)).toMatchObject({ call: { do: "prepare" }, effects: [] });
			expect(request.happens(overtaken)).toMatchObject({ state: { phase: "confirmed" }, call: null, effects: [] });
			expect(request.happens(prepared).call).toEqual({ do: "send", attempt: 1 });
		},
	);

	it("sends neither the result of an overtaken worker nor that of the worker before the lease ends", () => {
		const request = story().happens({ is: "confirmed" }).wakes();
		const overtaken = leasedIn(request.state, prepared);
		expect(request.wakes().call).toEqual({ do: "prepare" });
		expect(request.happens(overtaken)).toMatchObject({ state: { phase: "confirmed", attempts: 0 }, call: null });
		expect(request.happens(prepared).call).toEqual({ do: "send", attempt: 1 });
	});

	it("prepares again if the result was not sent while it was fresh", () => {
		const request = story("dns").happens({ is: "confirmed" }).wakes();
		expect(request.after(44).happens(prepared).call?.do).toBe("send");
		const late = story("dns").happens({ is: "confirmed" }).wakes().after(45).happens(prepared);
		expect(late).toMatchObject({ state: { phase: "confirmed", attempts: 0 }, call: { do: "prepare" }, effects: [] });
	});

	it.each(["renew", "dns", "nameservers", "edge"] as const)("does not resend %s after an old read", (kind) => {
		const looking = () => story(kind).sends().answers(unknown).wakes();
		expect(looking().after(44).happens(absent).call).toEqual({ do: "send", attempt: 2 });
		expect(looking().after(45).happens(absent)).toMatchObject({ state: { attempts: 1 }, call: null });
	});

	it("accepts proof from any worker, and nothing else from an overtaken one", () => {
		const overtaken = (found: "absent" | "moved" | "silent" | "unclear" | "done") => {
			const request = story("dns").sends().answers(unknown).wakes();
			const { wakeAt: lease } = request.state;
			const { state } = request.wakes();
			return { state, request: request.happens({ is: "read", findings: [{ domain: "example.com", found }], lease }) };
		};
		for (const found of ["absent", "moved", "silent", "unclear"] as const) {
			const { state, request } = overtaken(found);
			expect(request).toMatchObject({ state, call: null, effects: [] });
		}
		expect(overtaken("done").request.state.phase).toBe("succeeded");
	});
});

describe("key in progress, rate limit, access", () => {
	it("waits and asks with the same key while the request is in progress", () => {
		const request = story().sends().answers(refusal(409, "request_in_progress"));
		expect(request.state).toMatchObject({ phase: "unknown", hold: "in_progress", wakeAt: at(5) });
		expect(request.wakes().call).toEqual({ do: "send", attempt: 2 });
	});

	it("spreads its retries, so that many requests do not return at once", () => {
		const { state } = story().sends();
		const busy = { is: "answer", attempt: 1, answer: refusal(409, "request_in_progress") } as const;
		const waits = [0, 0.5, 0.99].map((random) => {
			const { wakeAt } = next(state, busy, { now: start, random }).state;
			return ((wakeAt?.getTime() ?? 0) - start.getTime()) / 1_000;
		});
		expect(waits).toEqual([5, 7.5, 9.95]);
		const resends = [0, 0.5].map((random) => {
			const { wakeAt } = next(state, { is: "answer", attempt: 1, answer: unknown }, { now: start, random }).state;
			return ((wakeAt?.getTime() ?? 0) - start.getTime()) / 1_000;
		});
		expect(resends).toEqual([1, 2]);
	});

	it("waits as long as the service asks while our key is in progress", () => {
		const request = story()
			.sends()
			.answers(refusal(409, "request_in_progress", at(20)));
		expect(request.state.wakeAt).toEqual(at(20));
	});

	it("counts no absence for ten minutes after the service said that the key is in progress", () => {
		const request = story("renew").sends().after(29).answers(refusal(409, "request_in_progress"));
		request
			.after(10 * minute)
			.wakes()
			.reads("absent")
			.after(15)
			.reads("absent");
		expect(request.state).toMatchObject({ phase: "unknown", items: [{ absences: 1 }] });
		const early = story("renew").sends().answers(refusal(409, "request_in_progress"));
		early
			.after(10 * minute)
			.wakes()
			.reads("absent")
			.after(20)
			.reads("absent");
		expect(early.state).toMatchObject({ phase: "unknown", items: [{ absences: 0 }] });
	});

	it.each([
		["renew", "absent", "not_done"],
		["register", "absent", "not_done"],
		["register", "taken", "not_available"],
	] as const)("settles %s found %s although the key stays in progress: %s", (kind, found, code) => {
		const request = story(kind).sends();
		while (request.state.phase === "unknown" || request.state.phase === "sent") {
			if (request.call?.do === "send") request.answers(refusal(409, "request_in_progress"));
			else if (request.call?.do === "read") request.reads(found);
			else request.wakes();
		}
		expect(request.state).toMatchObject({ phase: "failed", items: [{ code }] });
		expect(request.now < at(30 * minute)).toBe(true);
	});

	it.each([
		["until the time it names", at(90), at(90)],
		["for five minutes when it names none", undefined, at(5 * minute)],
	])("is held after 429 %s", (_name, until, wakeAt) => {
		const request = story()
			.sends()
			.answers(refusal(429, "rate_limited", until));
		expect(request.state).toMatchObject({ phase: "confirmed", hold: "pace", wakeAt, mayHaveRun: false });
	});

	it("is held in doubt if an attempt before the 429 may have run", () => {
		const request = story()
			.sends()
			.answers(unknown)
			.wakes()
			.answers(refusal(429, "rate_limited", at(60)));
		expect(request.state).toMatchObject({ phase: "unknown", hold: "pace", wakeAt: at(60) });
		expect(request.wakes().call).toEqual({ do: "send", attempt: 2 + 1 });
	});

	it.each([
		["until the time it names", at(90), at(90)],
		["for five minutes when it names none", undefined, at(5 * minute)],
	])("holds a rate-limited read %s", (_name, until, wakeAt) => {
		const request = story().happens({ is: "confirmed" }).wakes();
		request.happens({ is: "unread", hold: "pace", ...(until && { until }) });
		expect(request.state).toMatchObject({ phase: "confirmed", hold: "pace", wakeAt });
		expect(request.wakes().state.hold).toBe("none");
	});

	const [day, quarter, hour] = [at(24 * 60 * minute), at(15 * minute), at(60 * minute)];
	const wait = refusal(429, "rate_limited", day);
	const early = () => story().happens({ is: "confirmed" }).wakes();
	const late = () => story().sends().answers(unknown).wakes();

	it.each<[string, () => ReturnType<typeof story>, Date]>([
		["a send", () => story().sends().answers(wait), quarter],
		["a read", () => early().happens({ is: "unread", hold: "pace", until: day }), quarter],
		["a read from a service that is down", () => early().happens({ is: "unread", hold: "none", until: day }), quarter],
		[
			"a send held by our own rate limiter",
			() => story().sends().answers({ kind: "not_sent", blocked: true, until: day }),
			quarter,
		],
		["a resend", () => late().answers(wait), hour],
		[
			"a resend while the service blocks the token",
			() => late().answers({ kind: "not_sent", blocked: true, until: day }),
			hour,
		],
		[
			"a read in doubt",
			() => late().answers(refusal(404, "x")).happens({ is: "unread", hold: "pace", until: day }),
			hour,
		],
		[
			"a request in progress",
			() =>
				story()
					.sends()
					.answers(refusal(409, "request_in_progress", day)),
			hour,
		],
	])("does not wait a day past its deadline for %s", (_name, begin, wakeAt) => {
		const request = begin();
		expect(request.state.wakeAt).toEqual(wakeAt);
		if (wakeAt === hour) expect(request.wakes().call?.do).toBe("read");
		if (wakeAt === hour) request.happens({ is: "unread", hold: "pace", until: day });
		else request.wakes();
		expect(request.state.phase).toBe(wakeAt === quarter ? "lapsed" : "needs_human");
		expect(request.effects).toEqual(
			wakeAt === quarter ? ["notify lapsed", "release"] : ["notify needs_human", "alert_operator"],
		);
	});

	it("reads every hour while a person is asked, even if the limit allows it only later", () => {
		const request = story("dns").sends().answers(unknown).wakes().reads("moved").wakes();
		const { now } = request;
		request.happens({ is: "unread", hold: "pace", until: new Date(now.getTime() + 24 * 3_600_000) });
		expect(request.state).toMatchObject({ phase: "needs_human", wakeAt: new Date(now.getTime() + 3_600_000) });
		expect(request.wakes().call?.do).toBe("read");
	});

	it("gives an accepted order a day", () => {
		const request = story().sends();
		request.answers({ kind: "answered", items: [{ domain: "example.com", result: "accepted" }] }).wakes();
		const until = at(3 * 60 * minute);
		expect(request.happens({ is: "unread", hold: "pace", until }).state.wakeAt).toEqual(until);
		request.happens({ is: "unread", hold: "pace", until: at(48 * 60 * minute) });
		expect(request.state.wakeAt).toEqual(day);
	});

	it.each(["quoted", "sent", "succeeded"])("ignores a failed read once it is %s", (phase) => {
		const requests = { quoted: story(), sent: story().sends(), succeeded: story().sends().answers(done()) };
		const { state, happens } = requests[phase as keyof typeof requests];
		expect(happens({ is: "unread", hold: "access" }).state).toEqual(state);
	});

	it("is not sent when the rate limiter asks to wait", () => {
		const request = story()
			.sends()
			.answers({ kind: "not_sent", blocked: true, until: at(3) });
		expect(request.state).toMatchObject({ phase: "confirmed", hold: "pace", wakeAt: at(3) });
	});

	it.each([401, 403])("is held after %d, notifies once, and quotes again when the same account is back", (status) => {
		const request = story().sends().answers(refusal(status, "x"));
		expect(request.state).toMatchObject({ phase: "confirmed", hold: "access", wakeAt: at(15 * minute) });
		expect(request.effects).toEqual(["notify needs_access"]);
		expect(request.happens({ is: "connected" })).toMatchObject({ call: { do: "quote" }, effects: [] });
		expect(request.happens({ is: "moved" }).state).toMatchObject({ phase: "quoted", hold: "none" });
		expect(request.effects).toEqual(["requote", "release"]);
	});

	it.each([
		["the service is down", { hold: "none" }, at(5)],
		["the service asks for a pause", { hold: "pace" }, at(5 * minute)],
		["the service asks for a pause until a time", { hold: "pace", until: at(90) }, at(90)],
		["the rate limiter has no permit until a time", { hold: "none", until: at(2) }, at(2)],
		["the pause is longer than its time", { hold: "pace", until: at(20 * minute) }, at(15 * minute)],
	] as const)("stays held for a new quote if access is back and %s", (_name, unread, wakeAt) => {
		const request = story().sends().answers(refusal(401, "unauthorized"));
		request.happens({ is: "unread", ...unread });
		expect(request).toMatchObject({ state: { phase: "confirmed", hold: "access", wakeAt }, effects: [], call: null });
		request.wakes();
		if (wakeAt < at(15 * minute)) {
			expect(request.call).toEqual({ do: "quote" });
			expect(request.happens({ is: "moved" }).state).toMatchObject({ phase: "quoted", hold: "none" });
		} else expect(request.state.phase).toBe("lapsed");
	});

	it.each(["none", "pace"] as const)("lapses if no new quote could be read in time (%s)", (hold) => {
		const request = story()
			.sends()
			.answers(refusal(401, "unauthorized"))
			.after(15 * minute);
		expect(request.happens({ is: "unread", hold }).state).toMatchObject({
			phase: "lapsed",
			hold: "none",
			wakeAt: null,
		});
		expect(request.effects).toEqual(["notify lapsed", "release"]);
	});

	it("reads after a reconnect if an attempt may have run", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(401, "unauthorized"));
		expect(request.state).toMatchObject({ phase: "unknown", hold: "access" });
		request.happens({ is: "connected" });
		expect(request.state).toMatchObject({ hold: "none", closed: false });
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("is held if it could not be sent without access, and only read if it may have run", () => {
		const gone = { kind: "not_sent", access: true } as const;
		const early = story().sends().answers(gone);
		expect(early.state).toMatchObject({ phase: "confirmed", hold: "access", firstSentAt: null });
		expect(early.effects).toEqual(["notify needs_access"]);
		const late = story().sends().answers(unknown).wakes().answers(gone);
		expect(late.state).toMatchObject({ phase: "unknown", hold: "none", closed: true });
		expect(late).toMatchObject({ call: { do: "read", domains: ["example.com"] }, effects: [] });
		late.happens({ is: "unread", hold: "access" });
		expect(late.state).toMatchObject({ phase: "unknown", hold: "access", wakeAt: at(60 * minute) });
		expect(late.effects).toEqual(["notify needs_access"]);
	});

	it("does not change on a reconnect if it was not waiting for access", () => {
		const [early, sent] = [story().happens({ is: "confirmed" }).wakes(), story().sends()];
		const over = story().sends().answers(unknown).answers(done(), 1);
		for (const request of [story(), early, sent, story().sends().answers(unknown), over]) {
			const { state } = request;
			expect(request.happens({ is: "connected" })).toMatchObject({ state, call: null, effects: [] });
		}
	});

	it("lapses or asks a person if no person reconnects", () => {
		const early = story().sends().answers(refusal(401, "unauthorized")).wakes();
		expect(early.state.phase).toBe("lapsed");
		const late = story().sends().answers(unknown).wakes().answers(refusal(401, "unauthorized")).wakes();
		expect(late.state.phase).toBe("needs_human");
	});

	it("does not repeat the notification about access", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(404, "domain_not_found"));
		expect(request.happens({ is: "unread", hold: "access" }).effects).toEqual(["notify needs_access"]);
		expect(request.happens({ is: "unread", hold: "access" }).effects).toEqual([]);
	});

	it("does not repeat it while a person is asked, and keeps reading once access returns", () => {
		const request = story().sends().answers(unknown).wakes().answers(refusal(401, "unauthorized"));
		expect(request.effects).toEqual(["notify needs_access"]);
		expect(request.wakes().effects).toEqual(["notify needs_human", "alert_operator"]);
		for (let hour = 0; hour < 3; hour += 1) {
			expect(request.wakes().call).toEqual({ do: "read", domains: ["example.com"] });
			expect(request.happens({ is: "unread", hold: "access" }).effects).toEqual([]);
			expect(request.state).toMatchObject({ phase: "needs_human", hold: "access" });
		}
		request.wakes().reads("unclear");
		expect(request.state).toMatchObject({ phase: "needs_human", hold: "none" });
		expect(request.wakes().happens({ is: "unread", hold: "access" }).effects).toEqual(["notify needs_access"]);
	});
});

describe("a refused chunk may be split, but one that may have run never gets a new key", () => {
	it.each([413, 422])("is split in two after %d", (status) => {
		const request = story("register", ["a.com", "b.com"]).sends().answers(refusal(status, "x"));
		expect(request.state.phase).toBe("superseded");
		expect(request.effects).toEqual(["split"]);
	});

	it.each([413, 422])("is not split after %d if an attempt may have run", (status) => {
		const request = story("register", ["a.com", "b.com"])
			.sends()
			.answers(unknown)
			.wakes()
			.answers(refusal(status, "x"));
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.call).toEqual({ do: "read", domains: ["a.com", "b.com"] });
	});

	it("fails if it is a single item", () => {
		expect(story().sends().answers(refusal(413, "payload_too_large")).state.phase).toBe("failed");
	});
});

describe("a batch has one outcome per item", () => {
	const batch = () => story("register", ["a.com", "b.com", "c.com"]).sends();

	it("matches results by name, then by position if the counts agree, and leaves the rest to reads", () => {
		const named = (name: string | null) => ({ name });
		const [a, b] = [named("A.com"), named("b.com")];
		expect(matchItems(["a.com", "b.com"], [b, a])).toEqual([a, b]);
		expect(matchItems(["a.com", "b.com"], [named(null), b])).toEqual([named(null), b]);
		expect(matchItems(["a.com", "b.com"], [named(null)])).toEqual([null, null]);
		expect(matchItems(["a.com", "b.com"], [a, a])).toEqual([null, null]);
	});

	it("notifies about known items and reads the others without resending", () => {
		const request = batch().answers({
			kind: "answered",
			items: [
				{ domain: "a.com", result: "succeeded" },
				{ domain: "b.com", result: "failed", code: "not_available", message: "taken" },
				{ domain: "c.com", result: "unknown" },
			],
		});
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.state.items.map((item) => item.phase)).toEqual(["succeeded", "failed", "open"]);
		expect(request.steps.at(-1)?.effects[0]).toEqual({
			do: "notify_items",
			domains: ["a.com", "b.com"],
			correction: false,
		});
		expect(request.state.items[1]).toMatchObject({ code: "not_available", message: "taken" });
		expect(request.wakes().call).toEqual({ do: "read", domains: ["c.com"] });
	});

	it("treats a provider error of an item as unknown, because the registry may have executed it", () => {
		const items = [{ domain: "a.com", result: "failed", code: "provider_error" }] as const;
		const request = story("register", ["a.com"])
			.sends()
			.answers({ kind: "answered", items: [...items] });
		expect(request.state).toMatchObject({ phase: "unknown", items: [{ phase: "open", code: "provider_error" }] });
	});

	it("waits with the same key while the whole batch is in progress", () => {
		const items = ["a.com", "b.com", "c.com"].map((domain) => ({ domain, result: "in_progress" as const }));
		const request = batch().answers({ kind: "answered", items });
		expect(request.state).toMatchObject({ phase: "unknown", hold: "in_progress", closed: false });
		expect(request.wakes().call).toEqual({ do: "send", attempt: 2 });
	});

	it("fails if every item failed, and succeeds if one succeeded", () => {
		const failed = ["a.com", "b.com", "c.com"].map((domain) => ({ domain, result: "failed" as const, code: "x" }));
		expect(batch().answers({ kind: "answered", items: failed }).state.phase).toBe("failed");
		const items = [{ domain: "a.com", result: "succeeded" as const }, ...failed.slice(1)];
		expect(batch().answers({ kind: "answered", items }).state.phase).toBe("succeeded");
	});
});

describe("an event settles only with our reference", () => {
	it("settles an unknown request", () => {
		const request = story().sends().answers(unknown).happens({ is: "event", domain: "example.com", ours: true });
		expect(request.state.phase).toBe("succeeded");
	});

	it("without our reference, only stops resending and reads", () => {
		const request = story().sends().answers(unknown).happens({ is: "event", domain: "example.com", ours: false });
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("leaves the current call its answer", () => {
		const request = story().sends().happens({ is: "event", domain: "example.com", ours: false });
		expect(request.state).toMatchObject({ phase: "sent", closed: true });
		expect(request.answers(done()).state.phase).toBe("succeeded");
	});

	it("settles its own domain of several, and reads the others without resending", () => {
		const request = story("register", ["a.com", "b.com"]).sends().answers(unknown);
		request.happens({ is: "event", domain: "a.com", ours: true });
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.wakes().call).toEqual({ do: "read", domains: ["b.com"] });
	});

	const failedItem = (domain: string) => ({ domain, result: "failed", code: "not_available" }) as const;
	const told = (domain = "a.com") => ({ is: "event", domain, ours: true }) as const;
	const two = () => story("register", ["a.com", "b.com"]).sends();

	it("leaves the other items to the answer of the current attempt, which may fail them", () => {
		const request = two().happens(told());
		expect(request.state).toMatchObject({ phase: "sent", mayHaveRun: false, closed: true, wakeAt: at(45) });
		expect(request.steps.at(-1)?.effects[0]).toEqual({ do: "notify_items", domains: ["a.com"], correction: false });
		request.answers({ kind: "answered", items: [{ domain: "a.com", result: "succeeded" }, failedItem("b.com")] });
		expect(request.state).toMatchObject({ phase: "succeeded", mayHaveRun: false });
		expect(request.state.items).toMatchObject([{ phase: "succeeded" }, { phase: "failed", code: "not_available" }]);
		expect(request.steps.at(-1)?.effects).toEqual([
			{ do: "notify_items", domains: ["b.com"], correction: false },
			{ do: "release", domains: ["b.com"] },
		]);
	});

	it("leaves them to that answer even after a read or a second event", () => {
		const request = story("register", ["a.com", "b.com", "c.com"])
			.sends()
			.reads("done", "a.com")
			.happens(told("b.com"));
		expect(request.state).toMatchObject({ phase: "sent", mayHaveRun: false, closed: true });
		request.answers({ kind: "answered", items: [failedItem("c.com")] });
		expect(request.state.items.map((item) => item.phase)).toEqual(["succeeded", "succeeded", "failed"]);
	});

	it("does not accept a failure there if an earlier attempt is in doubt", () => {
		const request = two().answers(unknown).wakes().happens(told());
		expect(request.state).toMatchObject({ phase: "unknown", mayHaveRun: true, closed: true, attempts: 2 });
		request.answers({ kind: "answered", items: [{ domain: "a.com", result: "succeeded" }, failedItem("b.com")] });
		expect(request.state).toMatchObject({ phase: "unknown", items: [{}, { phase: "open", code: "not_available" }] });
		expect(request.wakes().call).toEqual({ do: "read", domains: ["b.com"] });
	});

	it.each([
		["is lost", unknown],
		["refuses the whole request for its size", refusal(413, "payload_too_large")],
		["refuses the whole request", refusal(404, "domain_not_found")],
		["is a rate limit", refusal(429, "rate_limited")],
		["refuses the token", refusal(401, "unauthorized")],
		["never left", { kind: "not_sent" } as const],
	])("knows that the request has run when the answer of that attempt %s", (_name, answer) => {
		const request = two().happens(told()).answers(answer);
		expect(request.state).toMatchObject({ phase: "unknown", mayHaveRun: true, closed: true, firstSentAt: start });
		expect(request.effects).not.toContain("split");
		expect(request.state.items).toMatchObject([{ phase: "succeeded" }, { phase: "open" }]);
	});

	it("reads the others when that attempt's lease expires", () => {
		const request = two().happens(told()).wakes();
		expect(request.state).toMatchObject({ phase: "unknown", mayHaveRun: true });
		expect(request.wakes().call).toEqual({ do: "read", domains: ["b.com"] });
	});

	it("does not close a refused request that will be quoted or sent again", () => {
		const request = story()
			.sends()
			.answers(refusal(429, "rate_limited", at(60)));
		request.happens({ is: "event", domain: "example.com", ours: false });
		expect(request.state).toMatchObject({ phase: "confirmed", closed: false });
	});

	it("does not close a request that is refused after the event, because its next bytes are new", () => {
		const request = story().sends().happens({ is: "event", domain: "example.com", ours: false });
		request.answers(refusal(429, "rate_limited", at(60)));
		expect(request.state).toMatchObject({ phase: "confirmed", closed: false });
		expect(request.wakes().call).toEqual({ do: "prepare" });
	});

	it("ignores another domain, and any event before the first send", () => {
		expect(story().sends().happens({ is: "event", domain: "b.com", ours: true }).state.phase).toBe("sent");
		const early = story().happens({ is: "confirmed" }).happens({ is: "event", domain: "example.com", ours: false });
		expect(early.state).toMatchObject({ phase: "confirmed", closed: false });
	});
});

describe("asking a person, with reads meanwhile", () => {
	const asked = () => story("dns").sends().answers(unknown).wakes().reads("moved");

	it("notifies the person and the operator when it starts", () => {
		expect(asked().effects).toEqual(["notify needs_human", "alert_operator"]);
	});

	it("reads every hour for seven days", () => {
		const request = asked();
		let looks = 0;
		while (request.state.wakeAt !== null) {
			request.wakes();
			if (request.call?.do === "read") looks += 1;
			if (request.call) request.reads("unclear");
		}
		expect(looks).toBe(7 * 24 - 1);
		expect(request.state.phase).toBe("needs_human");
	});

	it("reads at once when the person taps the button", () => {
		expect(asked().happens({ is: "look" }).call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it.each([
		["person", true, "succeeded"],
		["person", false, "failed"],
		["operator", true, "succeeded"],
		["operator", false, "failed"],
	] as const)("accepts the verdict of the %s: happened is %s", (by, happened, phase) => {
		const request = asked().happens({ is: "verdict", by, domain: "example.com", happened });
		expect(request.state.phase).toBe(phase);
		expect(request.state.items).toMatchObject([{ code: happened ? null : `said_by_${by}` }]);
		expect(request.effects).toEqual(["notify_items", "release"]);
	});

	it("ignores a verdict about a domain that was not asked about", () => {
		const request = asked().happens({ is: "verdict", by: "person", domain: "other.com", happened: true });
		expect(request.state.phase).toBe("needs_human");
	});

	it("ignores a verdict if no person was asked", () => {
		const request = story()
			.sends()
			.answers(unknown)
			.happens({ is: "verdict", by: "person", domain: "example.com", happened: true });
		expect(request.state.phase).toBe("unknown");
	});
});

describe("references", () => {
	it("sends the operation's reference as external_ref unless the person gave one", () => {
		expect(referencesFor("#4K7Q", {})).toEqual({ external_ref: "#4K7Q" });
		expect(referencesFor("#4K7Q", { external_ref: "mine", client_ref: "shop" })).toEqual({
			external_ref: "mine",
			client_ref: "shop",
		});
	});

	it("sends a domain's own references with a renewal, so that none is replaced", () => {
		const record = { client_ref: "shop", external_ref: "#1111" };
		expect(referencesFor("#4K7Q", {}, record)).toEqual(record);
		expect(referencesFor("#4K7Q", { client_ref: "new" }, record)).toEqual({ ...record, client_ref: "new" });
	});
});

describe("a receipt shows the expected price, and the charge or the drop of the balance", () => {
	const item = (phase: string, priceCents: number | null, chargedCents: number | null) => {
		return { phase, priceCents, chargedCents };
	};
	const [unread, balance] = [
		{ before: null, after: 900 },
		{ before: 5_000, after: 3_850 },
	];

	it.each([
		["the charge is what was expected", [item("succeeded", 1_150, 1_150)], balance, 1_150, 1_150, null, false],
		["the service charged something else", [item("succeeded", 1_150, 1_200)], balance, 1_150, 1_200, null, true],
		["the service reports no charge", [item("succeeded", 1_150, null)], unread, 1_150, null, null, true],
		["the balance fell by what was expected", [item("succeeded", 1_150, null)], balance, 1_150, null, 1_150, false],
		["the balance fell by more", [item("succeeded", 50, null)], balance, 50, null, 1_150, true],
		[
			"it reports the charge of some items only",
			[item("succeeded", 1_150, 1_150), item("succeeded", 50, null)],
			balance,
			1_200,
			null,
			1_150,
			true,
		],
		[
			"failed items are not counted",
			[item("succeeded", 1_150, 1_150), item("failed", 999, null)],
			balance,
			1_150,
			1_150,
			null,
			false,
		],
		["nothing has a price", [item("succeeded", null, null)], unread, 0, null, null, false],
	])("%s", (_case, items, { before, after }, expectedCents, chargedCents, dropCents, differs) => {
		expect(receiptOf(items, before, after)).toEqual({ expectedCents, chargedCents, dropCents, differs });
	});
});

describe("an accepted order", () => {
	it("is read until it appears, and no absence counts against it", () => {
		const request = story().sends();
		request.answers({ kind: "answered", items: [{ domain: "example.com", result: "accepted" }] });
		expect(request.state).toMatchObject({ phase: "accepted", closed: true });
		for (let round = 0; round < 5; round += 1) request.wakes().reads("absent");
		expect(request.state.phase).toBe("accepted");
		expect(request.wakes().reads("done").state.phase).toBe("succeeded");
	});

	it("fails if its record says so, and is released", () => {
		const request = story("register", ["a.com", "b.com"]).sends();
		const items = ["a.com", "b.com"].map((domain) => ({ domain, result: "accepted" as const }));
		request.answers({ kind: "answered", items }).wakes().reads("unclear").wakes().reads("failed");
		expect(request.state).toMatchObject({ phase: "accepted", items: [{ phase: "failed", code: "order_failed" }, {}] });
		expect(request.steps.at(-1)?.effects).toEqual([
			{ do: "notify_items", domains: ["a.com"], correction: false },
			{ do: "release", domains: ["a.com"] },
		]);
		expect(request.wakes().call).toEqual({ do: "read", domains: ["b.com"] });
		expect(request.reads("done", "b.com").state.phase).toBe("succeeded");
		expect(request.happens({ is: "event", domain: "a.com", ours: true }).effects).toEqual(["notify_items"]);
	});

	it.each(["failed", "unclear"] as const)("that is settled ignores a late read: %s", (found) => {
		const { state } = story().sends().answers(done());
		const request = story().sends().answers(done()).reads(found);
		expect(request).toMatchObject({ state, call: null, effects: [] });
	});

	it("is read when the person taps the button", () => {
		const request = story().sends();
		request.answers({ kind: "answered", items: [{ domain: "example.com", result: "accepted" }] });
		expect(request.happens({ is: "look" }).call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("asks a person after a day", () => {
		const request = story().sends();
		request.answers({ kind: "answered", items: [{ domain: "example.com", result: "accepted" }] });
		while (request.state.phase === "accepted") if (request.wakes().call) request.reads("absent");
		expect(request.now >= at(24 * 60 * minute)).toBe(true);
	});
});

describe("a correction", () => {
	const strong: Told[] = [
		{ is: "event", domain: "example.com", ours: true },
		{ is: "read", findings: [{ domain: "example.com", found: "done" }] },
		{ is: "answer", attempt: 1, answer: done() },
	];

	it.each(strong)("turns a reported failure into a success: %j", (evidence) => {
		const request = story().sends().answers(refusal(404, "domain_not_found")).happens(evidence);
		expect(request.state).toMatchObject({ phase: "succeeded", items: [{ phase: "succeeded" }] });
		expect(request.steps.at(-1)?.effects).toEqual([{ do: "notify_items", domains: ["example.com"], correction: true }]);
	});

	it("follows a read of a failed item", () => {
		const request = story().sends().answers(refusal(404, "domain_not_found")).happens({ is: "look" });
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("is separate from the notification about the other items", () => {
		const failed = { domain: "a.com", result: "failed", code: "x" } as const;
		const open = { domain: "b.com", result: "unknown" } as const;
		const request = story("register", ["a.com", "b.com"])
			.sends()
			.answers({ kind: "answered", items: [failed, open] });
		request.answers(done("a.com", "b.com"));
		expect(request.steps.at(-1)?.effects).toEqual([
			{ do: "notify_items", domains: ["b.com"], correction: false },
			{ do: "notify_items", domains: ["a.com"], correction: true },
			{ do: "release", domains: ["b.com"] },
		]);
	});

	it("never turns a success into a failure", () => {
		const request = story().sends().answers(done());
		const state: RequestState = request.state;
		request.answers(refusal(404, "domain_not_found")).reads("absent").happens({ is: "look" });
		expect(request.state).toEqual(state);
		expect(next(state, { is: "due" }, { now: at(9e5), random: 0 }).state).toEqual(state);
	});
});
