import { expect, it } from "vitest";
import { createActivity } from "./activity.ts";
import { now, skipWaits, sleep } from "./waits.ts";

const minute = 60_000;

function open(activity = createActivity()) {
	const advances: number[] = [];
	const skips = skipWaits({ activity, advance: async (milliseconds) => void advances.push(milliseconds) });
	return { activity, advances, skips };
}

it("ends the shortest wait first, and advances the clock by each rest", async () => {
	const { advances, skips } = open();
	await using _ = skips;
	const began = now();
	const ended: string[] = [];
	await Promise.all([
		sleep(1_500).then(() => ended.push("later")),
		sleep(1_000).then(() => ended.push("sooner")),
		sleep(1_000).then(() => ended.push("with it")),
	]);
	expect(ended).toEqual(["sooner", "with it", "later"]);
	expect(now() - began).toBeGreaterThanOrEqual(1_500);
	expect(advances).not.toEqual([]);
});

it("skips nothing while a bot is busy or only a time limit is open", async () => {
	const { activity, advances, skips } = open();
	await using _ = skips;
	const cancelled = new AbortController();
	const limit = sleep(minute, undefined, { signal: cancelled.signal });
	activity.begin();
	await sleep(100);
	expect(advances).toEqual([]);
	activity.end();
	await sleep(1_000);
	expect(advances).not.toEqual([]);
	cancelled.abort();
	await expect(limit).rejects.toThrow("aborted");
});

it("ends a time limit that other skips reach", async () => {
	const { advances, skips } = open();
	await using _ = skips;
	const began = performance.now();
	const limit = sleep(minute);
	for (let skipped = 0; skipped < minute; skipped = advances.reduce((sum, each) => sum + each, 0)) await sleep(1_500);
	await limit;
	expect(performance.now() - began).toBeLessThan(minute);
});
