import { describe, expect, it } from "vitest";
import { overall } from "../../../src/rules/operation/step.ts";
import { done, refusal, story, unknown } from "./story.ts";

describe("overall", () => {
	const succeeded = story().sends().answers(done()).state;
	const failed = story().sends().answers(refusal(404, "domain_not_found")).state;
	const open = story().sends().answers(unknown).state;

	it("is the most urgent phase of the requests, with the items counted", () => {
		expect(overall([succeeded, failed])).toEqual({ phase: "succeeded", succeeded: 1, failed: 1, open: 0 });
		expect(overall([succeeded, open, failed])).toEqual({ phase: "unknown", succeeded: 1, failed: 1, open: 1 });
		expect(overall([failed])).toMatchObject({ phase: "failed" });
	});

	it("is `quoted` while one quote waits, in every phase of the other requests", () => {
		const sent = story().sends().state;
		const moved = story().happens({ is: "confirmed" }).wakes().happens({ is: "moved" }).state;
		for (const other of [succeeded, failed, open, sent]) {
			expect(overall([other, moved])).toMatchObject({ phase: "quoted" });
		}
	});

	it("counts a split request only through its halves", () => {
		const whole = story("register", ["example.com", "b.com"]).sends().answers(refusal(413, "x")).state;
		expect(overall([whole, succeeded])).toEqual({ phase: "succeeded", succeeded: 1, failed: 0, open: 0 });
	});
});
