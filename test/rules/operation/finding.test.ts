import { describe, expect, it } from "vitest";
import type { Finding, Kind } from "../../../src/rules/operation/state.ts";
import { story, unknown } from "./story.ts";

type Found = Finding["found"];

const settled = ["succeeded", "failed"];

/**
 * Simulates a request whose answer was lost, followed by one read that shows the domain in the state `found`. Returns
 * what the request does next, and adds "never resent" if the request must not be sent again.
 */
function afterOneRead(kind: Kind, found: Found): string {
	const { state, call } = story(kind).sends().answers(unknown).happens({ is: "look" }).reads(found);
	const outcome = settled.includes(state.phase) ? state.phase : (call?.do ?? state.phase);
	return state.closed ? `${outcome}, never resent` : outcome;
}

/**
 * Simulates a request whose answer was lost, followed by reads that all show the domain in the state `found`. Returns
 * the final phase of the request. In the phase `needs_human`, the bot asks a person whether the order succeeded.
 */
function afterAllReads(kind: Kind, found: Found): string {
	const request = story(kind).sends().answers(unknown);
	while (request.state.phase === "unknown" || request.state.phase === "sent") {
		if (request.call?.do === "read") request.reads(found);
		else if (request.call?.do === "send") request.answers(unknown);
		else request.wakes();
	}
	return [request.state.phase, request.state.items[0]?.code].filter(Boolean).join(" ");
}

describe("what one finding does to a request that may have run", () => {
	it.each([
		["register", "done", "succeeded, never resent", "succeeded"],
		["register", "failed", "failed", "failed order_failed"],
		["register", "absent", "unknown", "failed not_done"],
		["register", "silent", "unknown", "needs_human"],
		["register", "drifted", "unknown, never resent", "failed not_done"],
		["register", "taken", "unknown", "failed not_available"],
		["register", "elsewhere", "unknown", "failed done_elsewhere"],
		["register", "unattributed", "unknown", "succeeded unattributed"],
		["register", "moved", "needs_human, never resent", "needs_human"],
		["register", "unclear", "unknown", "needs_human"],
		["renew", "done", "succeeded, never resent", "succeeded"],
		["renew", "failed", "failed", "failed order_failed"],
		["renew", "absent", "send", "failed not_done"],
		["renew", "silent", "send", "needs_human"],
		["renew", "drifted", "unknown, never resent", "failed not_done"],
		["renew", "taken", "unknown", "failed not_available"],
		["renew", "elsewhere", "unknown, never resent", "failed done_elsewhere"],
		["renew", "unattributed", "unknown, never resent", "succeeded unattributed"],
		["renew", "moved", "needs_human, never resent", "needs_human"],
		["renew", "unclear", "unknown", "needs_human"],
		["dns", "absent", "send", "failed not_done"],
		["dns", "drifted", "unknown, never resent", "failed not_done"],
		["dns", "moved", "needs_human, never resent", "needs_human"],
	] as const)("%s, %s: first %s, in the end %s", (kind, found, first, last) => {
		expect(afterOneRead(kind, found)).toBe(first);
		expect(afterAllReads(kind, found)).toBe(last);
	});

	it("closes a list if one of its names shows another write, and keeps the counts of the others", () => {
		const request = story("renew", ["a.com", "b.com"]).sends().answers(unknown).after(660).happens({ is: "look" });
		request.happens({
			is: "read",
			findings: [
				{ domain: "a.com", found: "elsewhere" },
				{ domain: "b.com", found: "absent" },
			],
		});
		expect(request.state).toMatchObject({ closed: true, items: [{ absences: 1 }, { absences: 1 }] });
		request.after(15).reads("unclear", "a.com");
		expect(request.state).toMatchObject({ items: [{ absences: 0 }, { absences: 1 }] });
	});

	it("counts no absence of an accepted order", () => {
		const request = story().sends();
		request.answers({ kind: "answered", items: [{ domain: "example.com", result: "accepted" }] });
		request.after(900).wakes().reads("absent");
		expect(request.state).toMatchObject({ phase: "accepted", items: [{ absences: 0, found: "absent" }] });
	});

	it("reads again at the time from which a finding counts", () => {
		const request = story("renew").sends().answers(unknown).after(290).happens({ is: "look" }).reads("elsewhere");
		const { lastSentAt, wakeAt } = request.state;
		expect((wakeAt?.getTime() ?? 0) - (lastSentAt?.getTime() ?? 0)).toBe(300_000);
	});

	it("changes only items with proof if the request is over", () => {
		const request = story("register", ["a.com", "b.com"]).sends();
		request.answers({
			kind: "answered",
			items: [
				{ domain: "a.com", result: "failed", code: "domain_not_available" },
				{ domain: "b.com", result: "failed", code: "domain_not_available" },
			],
		});
		request.happens({
			is: "read",
			findings: [
				{ domain: "a.com", found: "done" },
				{ domain: "b.com", found: "taken" },
			],
		});
		expect(request.state).toMatchObject({
			phase: "succeeded",
			items: [{ phase: "succeeded" }, { phase: "failed", found: "taken", absences: 0 }],
		});
		expect(request.effects).toEqual(["notify_items"]);
	});
});
