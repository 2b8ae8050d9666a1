import { setImmediate as nextRound } from "node:timers/promises";

export type Slices = ReturnType<typeof createSlices>;

/**
 * Maximum duration of a slice in milliseconds. Other requests wait while a slice runs, but too briefly for people to
 * notice.
 */
const sliceMs = 2;

/**
 * Splits long work into slices, so that the process answers other requests in between. The event loop runs one slice
 * per iteration, and concurrent requests take turns. Create one object per process: the bot and the service can share
 * it.
 */
export function createSlices(now: () => number = () => performance.now()) {
	let last: Promise<unknown> = Promise.resolve();
	function nextSlice(): Promise<unknown> {
		last = last.then(() => nextRound());
		return last;
	}
	return {
		/** Returns `items.map(each)`, computed in slices. */
		async map<In, Out>(items: readonly In[], each: (item: In, index: number) => Out): Promise<Out[]> {
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
