import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createHolding } from "./holding.ts";

const waiting = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** What has gone on so far, by name. */
function watch(calls: Readonly<Record<string, Promise<void>>>): string[] {
	const gone: string[] = [];
	for (const [name, call] of Object.entries(calls)) void call.then(() => gone.push(name));
	return gone;
}

async function turn(): Promise<void> {
	await new Promise(setImmediate);
}

it("lets a belated call go on in its time, whoever waits, and beside what is due then", async () => {
	const holding = createHolding();
	const gone = watch({ early: holding.belated(AbortSignal.abort(), 500), later: holding.belated(waiting, 3_000) });
	expect([holding.count(), holding.awaited()]).toEqual([2, 1]);
	holding.pass(499);
	holding.wake();
	await turn();
	expect(gone).toEqual([]);
	holding.pass(1);
	await turn();
	expect(gone).toEqual(["early"]);
	holding.pass(2_500);
	await turn();
	expect(gone).toEqual(["early", "later"]);
	expect(holding.count()).toBe(0);
});

it("gives a late answer once nobody waits for it", async () => {
	const holding = createHolding();
	const caller = new AbortController();
	const gone = watch({ late: holding.late(caller.signal) });
	holding.pass(30_000);
	holding.wake();
	await turn();
	expect([gone, holding.someoneSleeps()]).toEqual([[], false]);
	caller.abort();
	holding.wake();
	await turn();
	expect(gone).toEqual(["late"]);
});

it("wakes a sleeper when its lease has run out", async () => {
	const holding = createHolding();
	const gone = watch({ overslept: holding.overslept(waiting) });
	holding.pass(45_000);
	holding.wake();
	await turn();
	holding.forgetBells();
	expect([gone, holding.someoneSleeps(), holding.count(), holding.awaited()]).toEqual([[], true, 1, 0]);
	holding.pass(1_000);
	holding.wake();
	await turn();
	expect([gone, holding.someoneSleeps()]).toEqual([["overslept"], false]);
});

it("lets everything go on at the end", async () => {
	const holding = createHolding();
	const gone = watch({ late: holding.late(waiting), belated: holding.belated(waiting, 60_000) });
	holding.release();
	await turn();
	expect(gone).toEqual(["late", "belated"]);
});

it("lets a slow call go on in its time, after those who gave up waiting for it", async () => {
	const holding = createHolding();
	const caller = new AbortController();
	const gone = watch({ slow: holding.slow(caller.signal, 60_000) });
	caller.abort();
	holding.pass(59_000);
	holding.wake();
	await turn();
	expect(gone).toEqual([]);
	holding.pass(1_000);
	await turn();
	expect(gone).toEqual([]);
	holding.wake();
	await turn();
	expect(gone).toEqual(["slow"]);
});

it("counts the real time that a slow machine takes beside the time that is let pass", async () => {
	const holding = createHolding();
	const gone = watch({ belated: holding.belated(waiting, 45_000), slow: holding.slow(waiting, 60_000) });
	vi.advanceTimersByTime(20_000);
	holding.pass(20_000);
	holding.wake();
	await turn();
	expect(gone).toEqual([]);
	vi.advanceTimersByTime(5_000);
	await turn();
	expect(gone).toEqual(["belated"]);
	vi.advanceTimersByTime(15_000);
	await turn();
	expect([gone, holding.count()]).toEqual([["belated", "slow"], 0]);
});
