import { describe, expect, it } from "vitest";
import { next } from "../../../src/rules/operation/next.ts";
import type { Evidence, ItemAnswer } from "../../../src/rules/operation/state.ts";
import { referencesFor } from "../../../src/rules/reference.ts";
import { done, impossible, refusal, start, story, type Told, unknown } from "./story.ts";

const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const hour = 3_600;

const inDoubt = () => story().sends().answers(unknown);
const closed = () => inDoubt().wakes().answers(refusal(404, "domain_not_found"));
const asked = () => story("dns").sends().answers(unknown).wakes().reads("moved");
const locked = () => inDoubt().wakes().answers(refusal(401, "unauthorized"));
const two = (kind: "register" | "renew" = "register") => story(kind, ["a.com", "b.com"]).sends();
const says = (...items: ItemAnswer[]) => ({ kind: "answered", items }) as const;

describe("evidence that does not fit changes nothing", () => {
	const event: Evidence = { is: "event", domain: "example.com", ours: false };
	const moved: Told = { is: "read", findings: [{ domain: "example.com", found: "moved" }] };
	const absent: Told = { is: "read", findings: [{ domain: "example.com", found: "absent" }] };
	const failed = () => story().sends().answers(refusal(404, "domain_not_found"));

	it.each<[string, () => ReturnType<typeof story>, Told]>([
		["a quote is not prepared", story, { is: "prepared" }],
		["preparing cannot end a quote", story, impossible("x")],
		["a confirmed request is not confirmed again", () => story().happens({ is: "confirmed" }), { is: "confirmed" }],
		[
			"a newer quote does not supersede a confirmed request",
			() => story().happens({ is: "confirmed" }),
			{ is: "superseded" },
		],
		["an event without our reference does not change a quote", story, event],
		["an event without our reference does not change a failure", failed, event],
		["a read does not change an unsent request", () => story().happens({ is: "confirmed" }).wakes(), moved],
		["a late read does not change the current attempt", () => inDoubt().wakes(), absent],
		["a new token does not change the current attempt", () => inDoubt().wakes(), { is: "connected" }],
		["no read is possible without access", locked, { is: "look" }],
		["an unsent request is not read", () => story().happens({ is: "confirmed" }).wakes(), { is: "look" }],
		["a success is not read again", () => story().sends().answers(done()), { is: "look" }],
		["no person is asked again about a changed zone", () => asked().wakes(), moved],
	])("%s", (_name, begin, evidence) => {
		const request = begin();
		const { phase, items } = request.state;
		expect(request.happens(evidence)).toMatchObject({ call: null, effects: [] });
		const outcomes = items.map((item) => [item.phase, item.code]);
		expect([request.state.phase, request.state.items.map((item) => [item.phase, item.code])]).toEqual([
			phase,
			outcomes,
		]);
	});

	it("does not read items that failed before sending", () => {
		const request = story().happens({ is: "confirmed" }).wakes().happens(impossible("x"));
		expect(request.happens({ is: "look" }).call).toBeNull();
	});

	it("counts an attempt as not sent only while it is the current one", () => {
		const request = story().sends().wakes();
		const { state } = request;
		expect(request.answers({ kind: "not_sent" }, 1).state).toEqual(state);
	});

	it("protects an accepted order from a late refusal", () => {
		const request = story().sends();
		request.answers(says({ domain: "example.com", result: "accepted" })).answers(refusal(404, "x"), 1);
		expect(request).toMatchObject({ state: { phase: "accepted" }, call: null });
	});

	it("stops after a person was asked for seven days without an answer", () => {
		const request = asked();
		while (request.state.wakeAt !== null) if (request.wakes().call) request.reads("unclear");
		expect(request.after(hour).happens({ is: "due" }).call).toBeNull();
	});
});

describe("a request in doubt", () => {
	it("is read when a refusal comes after the lease", () => {
		const request = story().sends().wakes().answers(refusal(404, "domain_not_found"), 1);
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("is read when the person taps the button, which does not reorder an available name", () => {
		const request = inDoubt().happens({ is: "look" });
		expect(request).toMatchObject({ call: { do: "read", domains: ["example.com"] }, effects: [] });
		expect(request.reads("absent").call).toBeNull();
	});

	it("waits longer after a failed read than an unsent request does", () => {
		const failed = { is: "unread", hold: "none" } as const;
		expect(closed().happens(failed).state.wakeAt).toEqual(at(16));
		const early = story().happens({ is: "confirmed" });
		expect(next(early.state, failed, { now: start, random: 0.5 }).state.wakeAt).toEqual(at(7.5));
	});

	it("counts a first absence, and the next one fifteen seconds later", () => {
		const request = closed().after(300).reads("absent");
		expect(request.state.items).toMatchObject([{ absences: 1 }]);
		expect(request.after(15).reads("absent").state.items).toMatchObject([{ absences: 2 }]);
	});

	it("was not executed if no answer came and reads do not find it", () => {
		const request = inDoubt();
		while (request.state.phase !== "failed") {
			const { call } = request.wakes();
			if (call?.do === "send") request.answers(unknown);
			else request.reads("absent");
		}
		expect(request.state.items).toMatchObject([{ phase: "failed", code: "not_done" }]);
	});

	it("stays with the person who is asked while no person has access", () => {
		const request = asked().wakes().happens({ is: "unread", hold: "access" });
		const { phase, hold, wakeAt } = request.state;
		expect([phase, hold, (wakeAt?.getTime() ?? 0) - request.now.getTime()]).toEqual([
			"needs_human",
			"access",
			hour * 1_000,
		]);
	});

	it("keeps a person's verdict of failure, and no code with a success", () => {
		const word = (happened: boolean) =>
			asked().happens({ is: "verdict", by: "person", domain: "example.com", happened }).state.items;
		expect(word(false)).toMatchObject([{ phase: "failed", code: "said_by_person", message: "" }]);
		expect(word(true)).toMatchObject([{ phase: "succeeded", code: null, message: null }]);
	});
});

describe("a batch in doubt", () => {
	const findings = (a: "absent" | "moved" | "unclear" | "done", b: "absent" | "unclear") =>
		({
			is: "read",
			findings: [
				{ domain: "a.com", found: a },
				{ domain: "b.com", found: b },
			],
		}) as const;

	it("is resent only if every item was found absent", () => {
		const looked = () => two("renew").answers(unknown).wakes();
		expect(looked().happens(findings("absent", "absent")).call).toEqual({ do: "send", attempt: 2 });
		expect(looked().happens(findings("absent", "unclear")).call).toBeNull();
		expect(looked().happens(findings("done", "absent")).call).toBeNull();
	});

	it("asks a person if one of its zones has changed", () => {
		const request = two("renew").answers(unknown).wakes().happens(findings("moved", "absent"));
		expect(request.state.phase).toBe("needs_human");
	});

	it("keeps the count of an item that was not read this time", () => {
		const request = two().answers(unknown).wakes().answers(refusal(409, "x")).after(300);
		request.happens(findings("unclear", "absent")).after(30).reads("absent", "a.com");
		expect(request.state.items).toMatchObject([{ absences: 1 }, { absences: 1 }]);
	});

	it("is refused whole, and split only for its size", () => {
		const request = two().answers(refusal(409, "insufficient_funds"));
		expect(request.state).toMatchObject({ phase: "failed", items: [{ phase: "failed" }, { phase: "failed" }] });
		expect(request.effects).toEqual(["notify_items", "release"]);
	});

	it("waits with the same key while any of its items is in progress", () => {
		const failed = { domain: "a.com", result: "failed", code: "taken" } as const;
		const running = { domain: "b.com", result: "in_progress" } as const;
		const request = two().answers(says(failed, running));
		expect(request.state).toMatchObject({ phase: "unknown", hold: "in_progress", wakeAt: at(5) });
		const other = two().answers(says({ domain: "c.com", result: "in_progress" }));
		expect(other.state).toMatchObject({ hold: "none", closed: true });
		const evidence: Evidence = { is: "answer", attempt: 1, answer: says(failed, running) };
		expect(next(two().state, evidence, { now: start, random: 0.4 }).state.wakeAt).toEqual(at(7));
	});

	it("keeps the service's message of a failure that does not count yet", () => {
		const failed = { domain: "a.com", result: "failed", code: "taken", message: "It is taken." } as const;
		const unclear = { domain: "b.com", result: "unknown", code: "odd", message: "Who knows." } as const;
		const request = two().answers(unknown).wakes().answers(says(failed, unclear));
		expect(request.state.items).toMatchObject([
			{ phase: "open", code: "taken", message: "It is taken." },
			{ phase: "open", code: null, message: null },
		]);
	});

	it("is accepted only if all its open items are", () => {
		const accepted = { domain: "a.com", result: "accepted" } as const;
		expect(two().answers(says(accepted, { domain: "b.com", result: "unknown" })).state.phase).toBe("unknown");
		expect(two().answers(says(accepted, { ...accepted, domain: "b.com" })).state.phase).toBe("accepted");
	});

	it("reads its failed items once it is over", () => {
		const failed = { domain: "b.com", result: "failed", code: "taken" } as const;
		const over = two().answers(says({ domain: "a.com", result: "succeeded" }, failed));
		expect(over.happens({ is: "look" })).toMatchObject({ call: { do: "read", domains: ["b.com"] }, effects: [] });
		const again = two()
			.answers(says(failed, { domain: "a.com", result: "in_progress" }))
			.wakes();
		expect(again.state.phase).toBe("sent");
		expect(again.happens({ is: "look" }).call).toBeNull();
	});

	it("accepts a person's verdict for open items only", () => {
		const request = two("renew").answers(unknown).wakes().happens(findings("done", "unclear"));
		while (request.state.phase !== "needs_human") if (request.wakes().call) request.reads("unclear", "b.com");
		request.happens({ is: "verdict", by: "person", domain: "a.com", happened: false });
		expect(request).toMatchObject({ state: { phase: "needs_human" }, effects: [] });
		request.happens({ is: "verdict", by: "person", domain: "b.com", happened: false });
		expect(request.state.items).toMatchObject([{ phase: "succeeded" }, { phase: "failed" }]);
	});
});

it("starts without a hold", () => {
	expect(story().state).toMatchObject({ phase: "quoted", hold: "none", mayHaveRun: false, closed: false });
	expect(story().happens({ is: "confirmed" }).wakes()).toMatchObject({ call: { do: "prepare" }, effects: [] });
});

it("sends no label if there is none", () => {
	expect(Object.keys(referencesFor("#4K7Q", {}))).toEqual(["external_ref"]);
});
