import { expect, it } from "vitest";
import { createBatcher } from "../src/batch.ts";

/** Each batch waits until the test calls the `go` of its entry in `calls`. */
function slowDouble(maxItems: number, patienceMs?: number) {
	const calls: { all: readonly number[]; go: () => void }[] = [];
	const work = async (all: readonly number[]) => {
		await new Promise<void>((go) => calls.push({ all, go }));
		if (all.includes(0)) throw new Error("no zero");
		return all.map((one) => 2 * one);
	};
	const double = createBatcher(work, maxItems, patienceMs === undefined ? {} : { patienceMs });
	return { calls, double };
}

it("answers a single call at once and batches the calls that arrive meanwhile", async () => {
	const { calls, double } = slowDouble(2);
	const answers = [1, 2, 3, 4].map(double);
	expect(calls.map(({ all }) => all)).toEqual([[1]]);
	calls[0]?.go();
	expect(await answers[0]).toBe(2);
	await expect.poll(() => calls[1]?.all).toEqual([2, 3]);
	calls[1]?.go();
	await expect.poll(() => calls[2]?.all).toEqual([4]);
	calls[2]?.go();
	expect(await Promise.all(answers)).toEqual([2, 4, 6, 8]);
	const late = double(5);
	expect(calls[3]?.all).toEqual([5]);
	calls[3]?.go();
	expect(await late).toBe(10);
});

it("isolates the item that makes a batch fail", async () => {
	const { calls, double } = slowDouble(10);
	const answers = Promise.allSettled([1, 2, 0, 3].map(double));
	for (let done = 0; done < 5; done += 1) {
		await expect.poll(() => calls.length).toBeGreaterThan(done);
		calls[done]?.go();
	}
	expect(calls.map(({ all }) => all)).toEqual([[1], [2, 0, 3], [2], [0], [3]]);
	const error = expect.objectContaining({ message: "no zero" });
	expect(await answers).toEqual([
		{ status: "fulfilled", value: 2 },
		{ status: "fulfilled", value: 4 },
		{ status: "rejected", reason: error },
		{ status: "fulfilled", value: 6 },
	]);
});

it("fails all items of a batch at once after an error that concerns all of them", async () => {
	let runs = 0;
	const lost = createBatcher(
		async () => {
			runs += 1;
			throw new Error("lost");
		},
		10,
		{ concernsAll: (error) => error instanceof Error && error.message === "lost" },
	);
	const answers = await Promise.allSettled([1, 2, 3].map(lost));
	expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
	expect(runs).toBe(2);
});

it("starts the next batch without a batch that takes too long", async () => {
	const { calls, double } = slowDouble(10, 20);
	const answers = [1, 2, 3].map(double);
	await expect.poll(() => calls.map(({ all }) => all)).toEqual([[1], [2, 3]]);
	calls[1]?.go();
	expect(await Promise.all(answers.slice(1))).toEqual([4, 6]);
	const late = double(4);
	calls[2]?.go();
	expect(await late).toBe(8);
	calls[0]?.go();
	expect(await answers[0]).toBe(2);
});

it("puts calls with the same key into batches one after another, in their order", async () => {
	const batches: string[][] = [];
	const work = async (all: readonly string[]) => {
		batches.push([...all]);
		return all;
	};
	const share = createBatcher(work, 3, { keyOf: (one) => one[0] });
	await Promise.all(["a1", "a2", "b1", "a3", "b2", "c1", "d1"].map(share));
	expect(batches).toEqual([["a1"], ["a2", "b1", "c1"], ["a3", "b2", "d1"]]);
});
