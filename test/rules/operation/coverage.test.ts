import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding, Kind } from "../../../src/rules/operation/state.ts";
import { story, unknown } from "./story.ts";

const names = (count: number) => Array.from({ length: count }, (_, index) => `n${String(index).padStart(3, "0")}.com`);

type Story = ReturnType<typeof story>;

/** Returns the domains that the request's next call reads. Returns an empty list if the next call is not a read. */
function asked(request: Story): string[] {
	return request.call?.do === "read" ? request.call.domains : [];
}

/** Tells the request that a read found each of these domains in the state `found`. */
function finds(request: Story, found: Finding["found"], only = asked(request)): Story {
	return request.happens({ is: "read", findings: only.map((domain) => ({ domain, found })) });
}

/**
 * Returns a request for `count` domains that was sent, but whose answer was lost. So the bot must read the domains to
 * find out what happened. The first read is due.
 */
const lostList = (count: number, kind: Kind = "renew") => story(kind, names(count)).sends().answers(unknown).wakes();

describe("reading a list", () => {
	it.each([
		[1, [1]],
		[40, [40]],
		[41, [40, 1]],
		[100, [40, 40, 20]],
	])("reads %d names in calls of %j, then resends the list", (count, sizes) => {
		const request = lostList(count);
		const seen: string[] = [];
		const calls: number[] = [];
		while (request.call?.do === "read") {
			calls.push(asked(request).length);
			seen.push(...asked(request));
			finds(request.after(10), "absent");
		}
		expect(calls).toEqual(sizes);
		expect(seen).toEqual(names(count));
		expect(request.call).toEqual({ do: "send", attempt: 2 });
	});

	it("continues where a failed read stopped", () => {
		const request = lostList(41);
		finds(request.after(5), "absent", names(40).slice(0, 7));
		expect(asked(request)).toEqual(names(41).slice(7));
		request.happens({ is: "unread", hold: "none" }).wakes();
		expect(asked(request)).toEqual(names(41).slice(7));
		expect(finds(request.after(5), "absent").call).toEqual({ do: "send", attempt: 2 });
	});

	it("starts again with the oldest reads once the round is two minutes old", () => {
		const request = lostList(3);
		finds(request, "absent", names(3).slice(0, 2));
		request.happens({ is: "unread", hold: "pace", until: new Date(request.now.getTime() + 125_000) }).wakes();
		expect(asked(request)).toEqual([...names(3).slice(2), ...names(2)]);
		expect(finds(request, "absent").call).toEqual({ do: "send", attempt: 2 });
	});

	it("resends nothing after a round older than thirty seconds per name", () => {
		const request = lostList(5);
		for (let call = 0; call < 4; call += 1) finds(request.after(38), "absent", asked(request).slice(0, 1));
		expect(request).toMatchObject({ state: { phase: "unknown", attempts: 1 } });
		expect(request.call?.do).not.toBe("send");
	});

	it("resends even if the service takes the full call limit for each name", () => {
		const looks = fc.record({
			count: fc.integer({ min: 1, max: 100 }),
			perCall: fc.integer({ min: 1, max: 40 }),
			seconds: fc.integer({ min: 1, max: 29 }),
		});
		fc.assert(
			fc.property(looks, ({ count, perCall, seconds }) => {
				fc.pre(Math.ceil(count / perCall) * seconds < 590);
				const request = lostList(count);
				while (request.call?.do === "read") {
					finds(request.after(seconds), "absent", asked(request).slice(0, perCall));
				}
				expect(request.call).toEqual({ do: "send", attempt: 2 });
			}),
		);
	});

	it.each(["unclear", "moved", "elsewhere", "unattributed", "taken"] as const)(
		"resends nothing if the first call found one name %s and the last call found nothing against it",
		(found) => {
			const request = lostList(41);
			const [first = "", ...others] = asked(request);
			const clear = others.map((domain) => ({ domain, found: "absent" as const }));
			request.happens({ is: "read", findings: [{ domain: first, found }, ...clear] });
			if (asked(request).length > 0) finds(request, "absent");
			expect(request).toMatchObject({ state: { attempts: 1 } });
			expect(request.call?.do).not.toBe("send");
		},
	);

	it("proves that nothing happened to a hundred names as fast as to one", () => {
		const minutes = [1, 100].map((count) => {
			const request = lostList(count);
			while (request.state.phase === "unknown" || request.state.phase === "sent") {
				if (request.call?.do === "read") finds(request.after(1), "absent");
				else if (request.call?.do === "send") request.answers(unknown);
				else request.wakes();
			}
			expect(new Set(request.state.items.map((item) => `${item.phase} ${item.code}`))).toEqual(
				new Set(["failed not_done"]),
			);
			return Math.round((request.now.getTime() - (request.state.firstSentAt?.getTime() ?? 0)) / 60_000);
		});
		expect(minutes[1]).toBeLessThanOrEqual((minutes[0] ?? 0) + 1);
	});
});

describe("finding another order", () => {
	it.each([
		["renew", "elsewhere", "failed", "done_elsewhere"],
		["renew", "unattributed", "succeeded", "unattributed"],
		["register", "elsewhere", "failed", "done_elsewhere"],
		["register", "unattributed", "succeeded", "unattributed"],
		["register", "taken", "failed", "not_available"],
	] as const)("settles %s found %s as %s, with the code %s", (kind, found, phase, code) => {
		const request = story(kind).sends().answers(unknown);
		while (request.state.phase === "unknown" || request.state.phase === "sent") {
			if (request.call?.do === "read") request.reads(found);
			else if (request.call?.do === "send") request.answers(unknown);
			else request.wakes();
		}
		expect(request.state).toMatchObject({ phase, items: [{ phase, code }] });
		expect(request.effects).toEqual(["notify_items", "release"]);
	});

	it("never resends a renewal after another one", () => {
		for (const found of ["elsewhere", "unattributed"] as const) {
			const request = story("renew").sends().answers(unknown).wakes().reads(found);
			expect(request.state).toMatchObject({ closed: true, attempts: 1 });
			expect(request.wakes().reads("absent").call).toBeNull();
		}
	});

	it("counts as ours if the service had accepted the order", () => {
		const request = story().sends();
		request.answers({ kind: "answered", items: [{ domain: "example.com", result: "accepted" }] }).wakes();
		expect(request.reads("unattributed").state).toMatchObject({ phase: "succeeded", items: [{ code: null }] });
	});

	it("does not correct a failure", () => {
		for (const found of ["elsewhere", "unattributed", "taken"] as const) {
			const request = story().happens({ is: "confirmed" }).wakes().happens({ is: "prepared" });
			request.answers({ kind: "refused", status: 404, code: "domain_not_found", message: "" });
			request.happens({ is: "look" }).reads(found);
			expect(request).toMatchObject({ state: { phase: "failed" }, effects: [] });
		}
	});

	it("becomes ours when proof comes later, without a second message", () => {
		const request = story("renew").sends().answers(unknown).wakes().after(300).reads("unattributed");
		expect(request.state).toMatchObject({ phase: "succeeded", items: [{ code: "unattributed" }] });
		request.happens({ is: "event", domain: "example.com", ours: true });
		expect(request).toMatchObject({ state: { phase: "succeeded", items: [{ code: null }] }, effects: [] });
	});
});
