import { expect, it, vi } from "vitest";
import { quiet } from "./context.ts";
import { createHolding } from "./holding.ts";
import { GaveUp } from "./until.ts";

const idle = {
	fleet: { idle: () => true },
	backend: { pendingJobs: async () => 0 },
	watch: { waiting: () => 0, requestWrites: 0 },
	holding: createHolding(),
};

it("waits until the bots have nothing to do", async () => {
	const pendingJobs = vi.fn(async () => 0).mockResolvedValueOnce(2);
	await quiet({ ...idle, backend: { pendingJobs } });
	expect(pendingJobs).toHaveBeenCalledTimes(3);
});

it("throws if the bots stay busy, so that no invariant is checked", async () => {
	let time = 0;
	vi.spyOn(performance, "now").mockImplementation(() => (time += 100_000));
	await expect(quiet({ ...idle, fleet: { idle: () => false } })).rejects.toEqual(
		new GaveUp("the bots do not become idle within 150 s of real time"),
	);
});

it("throws if the row of a request is written again and again", async () => {
	const watch = { ...idle.watch };
	const pendingJobs = async () => {
		watch.requestWrites += 600;
		return 1;
	};
	await expect(quiet({ ...idle, watch, backend: { pendingJobs } })).rejects.toEqual(
		new GaveUp("requests are written in a loop: 1200 writes"),
	);
});
