import { setTimeout as sleep } from "node:timers/promises";

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
