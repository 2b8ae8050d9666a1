/**
 * A queue that runs tasks with the same key one after another, in the order of the calls. Tasks with different keys run
 * at the same time.
 */
export interface KeyedQueue {
	run<T>(key: number, work: () => Promise<T>): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
	const tails = new Map<number, Promise<unknown>>();
	return {
		run(key, work) {
			const before = tails.get(key) ?? Promise.resolve();
			const result = before.then(work, work);
			const tail = result.catch(() => undefined);
			tails.set(key, tail);
			void tail.then(() => tails.get(key) === tail && tails.delete(key));
			return result;
		},
	};
}
