import { setTimeout as sleep } from "node:timers/promises";

/** A world did not reach a state in time. What the invariants say about it then means nothing. */
export class GaveUp extends Error {
	override readonly name = "GaveUp";
}

/** Real time. Throws `GaveUp` if it was never true. */
export async function reach(what: string, ...[condition, timeoutMs, every]: Parameters<typeof until>): Promise<void> {
	if (!(await until(condition, timeoutMs, every)))
		throw new GaveUp(`${what} within ${timeoutMs / 1_000} s of real time`);
}

/** Real time. False if it was never true. */
export async function until(
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
	every = 10,
): Promise<boolean> {
	for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(every)) {
		if (await condition()) return true;
	}
	return await condition();
}
