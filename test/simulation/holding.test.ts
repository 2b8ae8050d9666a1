import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHolding } from "./holding.ts";

const waiting = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** When a call is released, its name is added to the list. */
function watch(calls: Readonly<Record<string, Promise<void>>>): string[] {
	const gone: string[] = [];
	for (const [name, call] of Object.entries(calls)) void call.then(() => gone.push(name));
	return gone;
}

async function flush(): Promise<void> {
	await new Promise(setImmediate);
}

it("releases a belated call at its time, whether or not its caller still waits", async () => {
	const holding = createHolding();
	const gone = watch({ early: holding.belated(AbortSignal.abort(), 500), later: holding.belated(waiting, 3_000) });
	expect([holding.count(), holding.awaited()]).toEqual([2, 1]);
	holding.pass(499);
	holding.wake();
	await flush();
	expect(gone).toEqual([]);
	holding.pass(1);
	await flush();
	expect(gone).toEqual(["early"]);
	holding.pass(2_500);
	await flush();
	expect(gone).toEqual(["early", "later"]);
	expect(holding.count()).toBe(0);
});

it("releases a late call once its caller is gone", async () => {
	const holding = createHolding();
	const caller = new AbortController();
	const gone = watch({ late: holding.late(caller.signal) });
	holding.pass(30_000);
	holding.wake();
	await flush();
	expect([gone, holding.hasOversleptCaller()]).toEqual([[], false]);
	caller.abort();
	holding.wake();
	await flush();
	expect(gone).toEqual(["late"]);
});

it("releases an overslept call when its caller's lease has expired", async () => {
	const holding = createHolding();
	const gone = watch({ overslept: holding.overslept(waiting) });
	holding.pass(45_000);
	holding.wake();
	await flush();
	holding.forgetJobs();
	expect([gone, holding.hasOversleptCaller(), holding.count(), holding.awaited()]).toEqual([[], true, 1, 0]);
	holding.pass(1_000);
	holding.wake();
	await flush();
	expect([gone, holding.hasOversleptCaller()]).toEqual([["overslept"], false]);
});

it("releases all calls at the end", async () => {
	const holding = createHolding();
	const gone = watch({ late: holding.late(waiting), belated: holding.belated(waiting, 60_000) });
	holding.release();
	await flush();
	expect(gone).toEqual(["late", "belated"]);
});

it("releases a slow call at its time, but only after its caller could give up", async () => {
	const holding = createHolding();
	const caller = new AbortController();
	const gone = watch({ slow: holding.slow(caller.signal, 60_000) });
	caller.abort();
	holding.pass(59_000);
	holding.wake();
	await flush();
	expect(gone).toEqual([]);
	holding.pass(1_000);
	await flush();
	expect(gone).toEqual([]);
	holding.wake();
	await flush();
	expect(gone).toEqual(["slow"]);
});

it("adds real time to the time that the simulation advances", async () => {
	const holding = createHolding();
	const gone = watch({ belated: holding.belated(waiting, 45_000), slow: holding.slow(waiting, 60_000) });
	vi.advanceTimersByTime(20_000);
	holding.pass(20_000);
	holding.wake();
	await flush();
	expect(gone).toEqual([]);
	vi.advanceTimersByTime(5_000);
	await flush();
	expect(gone).toEqual(["belated"]);
	vi.advanceTimersByTime(15_000);
	await flush();
	expect([gone, holding.count()]).toEqual([["belated", "slow"], 0]);
});
