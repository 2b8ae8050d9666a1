import { describe, expect, it } from "vitest";
import { next } from "../../../src/rules/operation/next.ts";
import { referencesFor } from "../../../src/rules/operation/references.ts";
import type { Evidence, ItemAnswer } from "../../../src/rules/operation/state.ts";
import { done, refusal, start, story, type Told, unknown } from "./story.ts";

const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
const hour = 3_600;

const inDoubt = () => story().sends().answers(unknown);
const closed = () => inDoubt().wakes().answers(refusal(404, "domain_not_found"));
const asked = () => story("dns").sends().answers(unknown).wakes().reads("moved");
const locked = () => inDoubt().wakes().answers(refusal(401, "unauthorized"));
const two = (kind: "register" | "renew" = "register") => story(kind, ["a.com", "b.com"]).sends();
const says = (...items: ItemAnswer[]) => ({ kind: "answered", items }) as const;

describe("what does not fit changes nothing", () => {
	const event: Evidence = { is: "event", domain: "example.com", ours: false };
	const moved: Told = { is: "read", findings: [{ domain: "example.com", found: "moved" }] };
	const absent: Told = { is: "read", findings: [{ domain: "example.com", found: "absent" }] };
	const impossible: Told = { is: "impossible", code: "x", message: "" };
	const failed = () => story().sends().answers(refusal(404, "domain_not_found"));

	it.each<[string, () => ReturnType<typeof story>, Told]>([
		["a quote is not prepared", story, { is: "prepared" }],
		["a quote is not given up for what preparing shows", story, impossible],
		["what is confirmed is confirmed once", () => story().happens({ is: "confirmed" }), { is: "confirmed" }],
		["what is confirmed gives way to no newer quote", () => story().happens({ is: "confirmed" }), { is: "superseded" }],
		["an event of somebody else's says nothing of a quote", story, event],
		["an event of somebody else's says nothing of what failed", failed, event],
		["a read says nothing of what was not sent", () => story().happens({ is: "confirmed" }).wakes(), moved],
		["a read that comes late leaves the attempt under way alone", () => inDoubt().wakes(), absent],
		["a new token leaves the attempt under way alone", () => inDoubt().wakes(), { is: "connected" }],
		["nobody can look without access", locked, { is: "look" }],
		[
			"there is nothing to see of what was never sent",
			() => story().happens({ is: "confirmed" }).wakes(),
			{ is: "look" },
		],
		["a success needs no look", () => story().sends().answers(done()), { is: "look" }],
		["nobody is asked a second time about a zone that moved", () => asked().wakes(), moved],
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

	it("looks no more for what failed before it was sent", () => {
		const request = story().happens({ is: "confirmed" }).wakes().happens(impossible);
		expect(request.happens({ is: "look" }).call).toBeNull();
	});

	it("takes an attempt that never left for none only while it is under way", () => {
		const request = story().sends().wakes();
		const { state } = request;
		expect(request.answers({ kind: "not_sent" }, 1).state).toEqual(state);
	});

	it("keeps an order that the service works on from a refusal that comes late", () => {
		const request = story().sends();
		request.answers(says({ domain: "example.com", result: "accepted" })).answers(refusal(404, "x"), 1);
		expect(request).toMatchObject({ state: { phase: "accepted" }, call: null });
	});

	it("rests once a person was asked for seven days in vain", () => {
		const request = asked();
		while (request.state.wakeAt !== null) if (request.wakes().call) request.reads("unclear");
		expect(request.after(hour).happens({ is: "due" }).call).toBeNull();
	});
});

describe("what is in doubt", () => {
	it("is looked for when a refusal comes after the lease", () => {
		const request = story().sends().wakes().answers(refusal(404, "domain_not_found"), 1);
		expect(request.state).toMatchObject({ phase: "unknown", closed: true });
		expect(request.call).toEqual({ do: "read", domains: ["example.com"] });
	});

	it("is looked at on the button, and a name that is still free is not ordered by that", () => {
		const request = inDoubt().happens({ is: "look" });
		expect(request).toMatchObject({ call: { do: "read", domains: ["example.com"] }, effects: [] });
		expect(request.reads("absent").call).toBeNull();
	});

	it("waits longer after a read that failed than what was never sent", () => {
		const failed = { is: "unread", hold: "none" } as const;
		expect(closed().happens(failed).state.wakeAt).toEqual(at(16));
		const early = story().happens({ is: "confirmed" });
		expect(next(early.state, failed, { now: start, random: 0.5 }).state.wakeAt).toEqual(at(7.5));
	});

	it("counts an absence that is the first thing that is read, and one that comes fifteen seconds later", () => {
		const request = closed().after(300).reads("absent");
		expect(request.state.items).toMatchObject([{ absences: 1 }]);
		expect(request.after(15).reads("absent").state.items).toMatchObject([{ absences: 2 }]);
	});

	it("has not been done when nobody answered and it is not there", () => {
		const request = inDoubt();
		while (request.state.phase !== "failed") {
			const { call } = request.wakes();
			if (call?.do === "send") request.answers(unknown);
			else request.reads("absent");
		}
		expect(request.state.items).toMatchObject([{ phase: "failed", code: "not_done" }]);
	});

	it("stays with the person whom it is asked of while nobody has access", () => {
		const request = asked().wakes().happens({ is: "unread", hold: "access" });
		const { phase, hold, wakeAt } = request.state;
		expect([phase, hold, (wakeAt?.getTime() ?? 0) - request.now.getTime()]).toEqual([
			"needs_human",
			"access",
			hour * 1_000,
		]);
	});

	it("keeps that it was a person's word that it had failed, and no words beside a success", () => {
		const word = (happened: boolean) =>
			asked().happens({ is: "said", by: "person", domain: "example.com", happened }).state.items;
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

	it("goes out again only when nothing speaks against any of it", () => {
		const looked = () => two("renew").answers(unknown).wakes();
		expect(looked().happens(findings("absent", "absent")).call).toEqual({ do: "send", attempt: 2 });
		expect(looked().happens(findings("absent", "unclear")).call).toBeNull();
		expect(looked().happens(findings("done", "absent")).call).toBeNull();
	});

	it("asks a person when one of it has moved", () => {
		const request = two("renew").answers(unknown).wakes().happens(findings("moved", "absent"));
		expect(request.state.phase).toBe("needs_human");
	});

	it("keeps what was counted of one that was not read this time", () => {
		const request = two().answers(unknown).wakes().answers(refusal(409, "x")).after(300);
		request.happens(findings("unclear", "absent")).after(30).reads("absent", "a.com");
		expect(request.state.items).toMatchObject([{ absences: 1 }, { absences: 1 }]);
	});

	it("is refused whole, and not cut, for anything but its size", () => {
		const request = two().answers(refusal(409, "insufficient_funds"));
		expect(request.state).toMatchObject({ phase: "failed", items: [{ phase: "failed" }, { phase: "failed" }] });
		expect(request.effects).toEqual(["tell", "release"]);
	});

	it("waits with the same key while any of it runs, and for nobody else's", () => {
		const failed = { domain: "a.com", result: "failed", code: "taken" } as const;
		const running = { domain: "b.com", result: "in_progress" } as const;
		const request = two().answers(says(failed, running));
		expect(request.state).toMatchObject({ phase: "unknown", hold: "in_progress", wakeAt: at(5) });
		const other = two().answers(says({ domain: "c.com", result: "in_progress" }));
		expect(other.state).toMatchObject({ hold: "none", closed: true });
		const evidence: Evidence = { is: "answer", attempt: 1, answer: says(failed, running) };
		expect(next(two().state, evidence, { now: start, random: 0.4 }).state.wakeAt).toEqual(at(7));
	});

	it("keeps the service's words of a failure that does not count yet, and those alone", () => {
		const failed = { domain: "a.com", result: "failed", code: "taken", message: "It is taken." } as const;
		const unclear = { domain: "b.com", result: "unknown", code: "odd", message: "Who knows." } as const;
		const request = two().answers(unknown).wakes().answers(says(failed, unclear));
		expect(request.state.items).toMatchObject([
			{ phase: "open", code: "taken", message: "It is taken." },
			{ phase: "open", code: null, message: null },
		]);
	});

	it("is accepted only when all that is open of it is", () => {
		const accepted = { domain: "a.com", result: "accepted" } as const;
		expect(two().answers(says(accepted, { domain: "b.com", result: "unknown" })).state.phase).toBe("unknown");
		expect(two().answers(says(accepted, { ...accepted, domain: "b.com" })).state.phase).toBe("accepted");
	});

	it("is looked at for what failed of it, once it is over", () => {
		const failed = { domain: "b.com", result: "failed", code: "taken" } as const;
		const over = two().answers(says({ domain: "a.com", result: "succeeded" }, failed));
		expect(over.happens({ is: "look" })).toMatchObject({ call: { do: "read", domains: ["b.com"] }, effects: [] });
		const again = two()
			.answers(says(failed, { domain: "a.com", result: "in_progress" }))
			.wakes();
		expect(again.state.phase).toBe("sent");
		expect(again.happens({ is: "look" }).call).toBeNull();
	});

	it("takes a person's word for what is open alone", () => {
		const request = two("renew").answers(unknown).wakes().happens(findings("done", "unclear"));
		while (request.state.phase !== "needs_human") if (request.wakes().call) request.reads("unclear", "b.com");
		request.happens({ is: "said", by: "person", domain: "a.com", happened: false });
		expect(request).toMatchObject({ state: { phase: "needs_human" }, effects: [] });
		request.happens({ is: "said", by: "person", domain: "b.com", happened: false });
		expect(request.state.items).toMatchObject([{ phase: "succeeded" }, { phase: "failed" }]);
	});
});

it("begins with nothing that holds it", () => {
	expect(story().state).toMatchObject({ phase: "quoted", hold: "none", doubt: false, closed: false });
	expect(story().happens({ is: "confirmed" }).wakes()).toMatchObject({ call: { do: "prepare" }, effects: [] });
});

it("sends no label where there is none", () => {
	expect(Object.keys(referencesFor("#4K7Q", {}))).toEqual(["external_ref"]);
});
