import { expect, it } from "vitest";
import { createRandom } from "./random.ts";

const draws = (seed: number) => {
	const random = createRandom(seed);
	return Array.from({ length: 1_000 }, () => random.whole(0, 9));
};

it("draws the same values from the same seed, evenly distributed", () => {
	expect(draws(7)).toEqual(draws(7));
	expect(draws(8)).not.toEqual(draws(7));
	for (let digit = 0; digit < 10; digit += 1) {
		const count = draws(7).filter((each) => each === digit).length;
		expect(count).toBeGreaterThan(60);
		expect(count).toBeLessThan(140);
	}
});

it("gives each name a stream that does not depend on earlier draws", () => {
	const one = createRandom(7);
	const other = createRandom(7);
	one.next();
	expect(one.fork("people").next()).toBe(other.fork("people").next());
	expect(one.fork("people").next()).not.toBe(one.fork("faults").next());
});
