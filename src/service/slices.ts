import { setImmediate as nextRound } from "node:timers/promises";

/** Splits long work of many requests into slices, so that the process answers others in between. */
export interface Slices {
	/** `items.map(each)`, in slices. */
	map<In, Out>(items: readonly In[], each: (item: In, index: number) => Out): Promise<Out[]>;
}

/** Short against the time in which a person expects an answer. */
const sliceMs = 2;

/**
 * The bot and the service can share a process. However many requests are being worked on, one round of the event loop
 * does one slice of one of them; the requests take turns.
 */
export function createSlices(now: () => number = () => performance.now()): Slices {
	let last: Promise<unknown> = Promise.resolve();
	function turn(): Promise<unknown> {
		last = last.then(() => nextRound());
		return last;
	}
	return {
		async map<In, Out>(items: readonly In[], each: (item: In, index: number) => Out) {
			const made: Out[] = [];
			let end = 0;
			for (const [index, item] of items.entries()) {
				if (now() >= end) {
					await turn();
					end = now() + sliceMs;
				}
				made.push(each(item, index));
			}
			return made;
		},
	};
}
