interface Options<In> {
	concernsAll?: (error: unknown) => boolean;
	patienceMs?: number;
	keyOf?: (one: In) => unknown;
}

/**
 * Like DataLoader: calls that are made while `work` runs are passed to its next run, at most `most` at a time. A single
 * call is not delayed. If a batch fails, its items are retried one by one, so that a bad item does not affect the
 * others, except after an error that concerns all of them (`concernsAll`). If a batch takes longer than `patienceMs`,
 * the next one no longer waits for it. Of several calls with the same key (`keyOf`), a batch contains only the first.
 * The others keep their order, and wait for the next batches.
 */
export function createBatcher<In, Out>(
	work: (all: readonly In[]) => Promise<readonly Out[]>,
	most: number,
	{ concernsAll = () => false, patienceMs, keyOf = () => Symbol("its own") }: Options<In> = {},
): (one: In) => Promise<Out> {
	interface Waiting {
		given: In;
		resolve(out: Out | Promise<Out>): void;
		reject(error: unknown): void;
	}
	let waiting: Waiting[] = [];
	/** The loop that takes the next batch; undefined if none runs, or if its batch is late. */
	let turn: object | undefined;

	function takeNext(): Waiting[] {
		const keys = new Set<unknown>();
		const batch = new Set<Waiting>();
		for (const one of waiting) {
			if (batch.size === most) break;
			const key = keyOf(one.given);
			if (!keys.has(key)) batch.add(one);
			keys.add(key);
		}
		waiting = waiting.filter((one) => !batch.has(one));
		return [...batch];
	}

	async function alone(given: In): Promise<Out> {
		const [out] = await work([given]);
		// `work` returns one result per item, so the array has one element.
		return out as Out;
	}

	async function run(): Promise<void> {
		const own = {};
		turn = own;
		while (turn === own && waiting.length > 0) {
			const batch = takeNext();
			const late = patienceMs === undefined ? undefined : setTimeout(passOn, patienceMs);
			try {
				const outs = await work(batch.map(({ given }) => given));
				for (const [index, { resolve }] of batch.entries()) resolve(outs[index] as Out);
			} catch (error) {
				if (batch.length === 1 || concernsAll(error)) for (const { reject } of batch) reject(error);
				else for (const { given, resolve } of batch) resolve(alone(given));
			}
			clearTimeout(late);
		}
		if (turn === own) turn = undefined;
	}

	function passOn(): void {
		turn = undefined;
		if (waiting.length > 0) void run();
	}

	return (given) =>
		new Promise((resolve, reject) => {
			waiting.push({ given, resolve, reject });
			if (!turn) void run();
		});
}
