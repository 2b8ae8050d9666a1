import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenBuckets } from "../src/token-buckets.ts";

describe("token buckets", () => {
	it("warns a sender once, and again only after half of the limit is free", () => {
		const shares = createTokenBuckets<number>({ perMinute: 120, mostKeys: 3 });
		const tellsOf = (from: number) =>
			Array.from({ length: 1_200 }, (_, number) => shares.take(7, from + number * 100)).filter((is) => is === "warn");
		expect(tellsOf(0)).toHaveLength(1);
		expect(tellsOf(120_000)).toEqual([]);
		expect(tellsOf(270_000)).toHaveLength(1);
	});

	it("never exceeds its rate or its maximum number of keys", () => {
		const calls = fc.array(fc.record({ key: fc.nat(12), wait: fc.nat(30_000) }), { maxLength: 200 });
		fc.assert(
			fc.property(calls, fc.integer({ min: 1, max: 20 }), (sequence, perMinute) => {
				const shares = createTokenBuckets<number>({ perMinute, mostKeys: 13 });
				const granted = new Map<number, number>();
				let at = 0;
				for (const { key, wait } of sequence) {
					at += wait;
					if (shares.take(key, at) === "go") granted.set(key, (granted.get(key) ?? 0) + 1);
				}
				for (const count of granted.values()) expect(count).toBeLessThanOrEqual(perMinute + (at * perMinute) / 60_000);
			}),
		);
		const few = createTokenBuckets<number>({ perMinute: 5, mostKeys: 3 });
		fc.assert(
			fc.property(fc.integer(), fc.nat(), (key, at) => {
				few.take(key, at);
				expect(few.size()).toBeLessThanOrEqual(3);
			}),
		);
	});

	it("allow a separate burst", () => {
		const buckets = createTokenBuckets<string>({ perMinute: 60, burst: 3, mostKeys: 2 });
		const takes = (at: number) => Array.from({ length: 5 }, () => buckets.take("a", at)).filter((is) => is === "go");
		expect(takes(0)).toHaveLength(3);
		expect(takes(2_000)).toHaveLength(2);
		expect(takes(120_000)).toHaveLength(3);
	});
});
