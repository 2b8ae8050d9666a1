import { setImmediate as nextRound } from "node:timers/promises";

/** Splits long work into slices, so that the process answers other requests in between. */
export interface Slices {
	/** Returns `items.map(each)`, computed in slices. */
	map<In, Out>(items: readonly In[], each: (item: In, index: number) => Out): Promise<Out[]>;
}

/** Much shorter than the time in which a person expects an answer. */
const sliceMs = 2;

/**
 * Creates the slicer for one process. The bot and the service can share a process. Each round of the event loop runs
 * one slice, however many requests are in progress, and the requests alternate.
 */
export function createSlices(now: () => number = () => performance.now()): Slices {
	let last: Promise<unknown> = Promise.resolve();
	function nextSlice(): Promise<unknown> {
		last = last.then(() => nextRound());
		return last;
	}
	return {
		async map<In, Out>(items: readonly In[], each: (item: In, index: number) => Out) {
			const made: Out[] = [];
			let end = 0;
			for (const [index, item] of items.entries()) {
				if (now() >= end) {
					await nextSlice();
					end = now() + sliceMs;
				}
				made.push(each(item, index));
			}
			return made;
		},
	};
}
