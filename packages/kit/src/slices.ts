import { setImmediate as nextRound } from "node:timers/promises";

export type Slices = ReturnType<typeof createSlices>;

/** Other requests wait while a slice runs, but too briefly for people to notice. */
const sliceMs = 2;

/**
 * The process answers other requests between two slices. The event loop runs one per iteration, and concurrent requests
 * take turns. Create one object per process: the bot and the service can share it.
 */
export function createSlices(now: () => number = () => performance.now()) {
	let last: Promise<unknown> = Promise.resolve();
	function nextSlice(): Promise<unknown> {
		last = last.then(() => nextRound());
		return last;
	}
	return {
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
