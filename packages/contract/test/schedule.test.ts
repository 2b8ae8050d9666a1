import { expect, it } from "vitest";
import { delayAfter, maxAttempts, retryDelays } from "../src/events.ts";

it("has six attempts: immediately and after 30 s, 2 min, 10 min, 1 h and 6 h", () => {
	expect(retryDelays.map((seconds) => seconds / 60)).toEqual([0.5, 2, 10, 60, 360]);
	expect([1, 2, 3, 4, 5, 6].map(delayAfter)).toEqual([30, 120, 600, 3600, 21_600, null]);
	expect(maxAttempts).toBe(6);
});
