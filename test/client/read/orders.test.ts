import { describe, expect, it } from "vitest";
import { orderAnswerOf, readOutcomes } from "../../../src/client/read/domains.ts";

const one = { endpoint: "register", domains: ["a.com"] } as const;
const two = { endpoint: "registerBatch", domains: ["a.com", "b.com"] } as const;
const now = new Date("2026-11-20T12:00:00Z");

describe("the outcome of a single order", () => {
	it.each([
		[{ domain: "a.com", status: "registered", charged_usd: 11.5 }, "succeeded"],
		[{}, "succeeded"],
		[{ status: "RENEWED" }, "succeeded"],
		[{ updated: true, records: [] }, "succeeded"],
		[{ bound: true }, "succeeded"],
		[{ status: "pending" }, "accepted"],
		[{ status: "some_new_word" }, "accepted"],
		[{ status: "failed" }, "unknown"],
		[{ updated: false }, "unknown"],
		[{ bound: false }, "unknown"],
		[{ updated: true, success: false }, "unknown"],
		[{ success: true, status: "registered" }, "succeeded"],
		[{ domain: "a.com", success: false }, "unknown"],
		[{ domain: "a.com", status: "registered", error: { code: "provider_error" } }, "unknown"],
		[{ domain: "a.com", status: "registered", error: [] }, "succeeded"],
	])("of %j is %s", (result, expected) => {
		expect(readOutcomes(result, { endpoint: "register", domains: ["a.com"] })).toMatchObject([
			{ domain: "a.com", result: expected },
		]);
	});

	it("keeps charge, expiry and references if they were sent", () => {
		const result = { status: "registered", charged_usd: 11.5, paid_till: "2027-11-20", client_ref: "shop" };
		expect(readOutcomes(result, one)).toEqual([
			{
				domain: "a.com",
				result: "succeeded",
				status: "registered",
				chargedCents: 1_150,
				expiresAt: new Date("2027-11-20"),
				clientRef: "shop",
				externalRef: null,
			},
		]);
	});
});

describe("the outcomes of a batch", () => {
	const done = { domain: "a.com", success: true, status: "registered" };

	it.each([
		["success: false", { domain: "b.com", success: false, error: { code: "not_available", message: "taken" } }],
		["status: false", { domain: "b.com", status: false, error: { code: "not_available", message: "taken" } }],
		["error alone", { domain: "b.com", error: { code: "not_available", message: "taken" } }],
		["code alone", { domain: "b.com", code: "not_available", message: "taken" }],
		["an error that is a word", { domain: "b.com", error: "not_available", message: "taken" }],
		["code beside an empty error", { domain: "b.com", error: {}, code: "not_available", message: "taken" }],
		["code beside success: false", { domain: "b.com", success: false, code: "not_available", message: "taken" }],
	])("read %s as a failure", (_name, item) => {
		expect(readOutcomes({ items: [done, item] }, two)).toMatchObject([
			{ domain: "a.com", result: "succeeded" },
			{ domain: "b.com", result: "failed", code: "not_available", message: "taken" },
		]);
	});

	it("read a failure without a code", () => {
		expect(readOutcomes({ items: [done, { domain: "b.com", success: false }] }, two)).toMatchObject([
			{ result: "succeeded" },
			{ result: "failed", code: "refused" },
		]);
	});

	it.each([[[]], [{}], [""], [null], [false], [0], [{ code: "", message: null }]])(
		"ignore an empty error: %j",
		(error) => {
			const item = { domain: "b.com", status: "registered", charged_usd: 11.5, error };
			for (const marked of [item, { ...item, success: true }]) {
				expect(readOutcomes({ items: [done, marked] }, two)).toMatchObject([
					{ result: "succeeded" },
					{ result: "succeeded", chargedCents: 1_150 },
				]);
			}
			expect(readOutcomes({ items: [done, { ...item, success: false }] }, two)).toMatchObject([
				{ result: "succeeded" },
				{ result: "failed" },
			]);
		},
	);

	it.each([
		["an error that says something", { success: true, error: { code: "not_available", message: "taken" } }],
		["an error that is a word", { success: true, error: "not_available" }],
		["an error, in numbers", { success: 1, error: ["taken"] }],
		["an error, in the other word", { status: true, error: { code: "not_available" } }],
		["a status of failure", { success: true, status: false }],
	])("are unknown if success contradicts %s", (_name, item) => {
		expect(readOutcomes({ items: [done, { domain: "b.com", ...item }] }, two)).toMatchObject([
			{ result: "succeeded" },
			{ domain: "b.com", result: "unknown" },
		]);
	});

	it("match items in another order, by name, by index and by position", () => {
		const failed = { success: false, error: { code: "x", message: "" } };
		const expected = [{ result: "succeeded" }, { result: "failed" }];
		expect(readOutcomes({ items: [{ domain: "b.com", ...failed }, done] }, two)).toMatchObject(expected);
		expect(
			readOutcomes(
				{
					items: [
						{ index: 1, ...failed },
						{ index: 0, success: true },
					],
				},
				two,
			),
		).toMatchObject(expected);
		expect(readOutcomes({ items: [{ success: true }, failed] }, two)).toMatchObject(expected);
		expect(readOutcomes([{ result: done }, { input: { domain: "b.com" }, ...failed }], two)).toMatchObject(expected);
	});

	it("are unknown for a missing or unmatched result", () => {
		expect(readOutcomes({ items: [done] }, two)).toMatchObject([{ result: "succeeded" }, { result: "unknown" }]);
		expect(readOutcomes({ items: [{ success: true }] }, two)).toMatchObject([
			{ result: "unknown" },
			{ result: "unknown" },
		]);
		expect(readOutcomes({}, two)).toMatchObject([{ result: "unknown" }, { result: "unknown" }]);
	});

	it("report that our key is in progress", () => {
		const running = { success: false, error: { code: "request_in_progress", message: "" } };
		expect(readOutcomes({ items: [running, running] }, two)).toMatchObject([
			{ result: "in_progress" },
			{ result: "in_progress" },
		]);
	});
});

describe("orderAnswerOf", () => {
	it("converts the result of a call to evidence", () => {
		expect(orderAnswerOf({ kind: "ok", value: readOutcomes({ status: "registered" }, one) }, now)).toEqual({
			kind: "answered",
			items: [{ domain: "a.com", result: "succeeded" }],
		});
		const refused = {
			kind: "refused",
			status: 429,
			code: "rate_limited",
			message: "slow",
			retryAfterMs: 60_000,
		} as const;
		expect(orderAnswerOf(refused, now)).toEqual({
			kind: "refused",
			status: 429,
			code: "rate_limited",
			message: "slow",
			until: new Date("2026-11-20T12:01:00Z"),
		});
		expect(orderAnswerOf({ kind: "unknown", cause: "reset", sent: true }, now)).toEqual({ kind: "unknown" });
		expect(orderAnswerOf({ kind: "unknown", cause: "unreachable", sent: false }, now)).toEqual({ kind: "not_sent" });
		expect(orderAnswerOf({ kind: "held", until: now, reason: "rate_limit" }, now)).toMatchObject({
			kind: "not_sent",
			blocked: false,
		});
		expect(orderAnswerOf({ kind: "held", until: now, reason: "blocked" }, now)).toEqual({
			kind: "not_sent",
			until: now,
			blocked: true,
		});
	});
});
