/**
 * Like DataLoader: calls that are made while `work` runs are passed to its next run, at most `most` at a time. A single
 * call is not delayed. If a batch fails, its items are retried one by one, so that a bad item does not affect the
 * others, except after an error that concerns all of them (`concernsAll`). If a batch takes longer than `patienceMs`,
 * the next one no longer waits for it.
 */
export function createBatcher<In, Out>(
	work: (all: readonly In[]) => Promise<readonly Out[]>,
	most: number,
	concernsAll: (error: unknown) => boolean = () => false,
	patienceMs?: number,
): (one: In) => Promise<Out> {
	interface Waiting {
		given: In;
		resolve(out: Out | Promise<Out>): void;
		reject(error: unknown): void;
	}
	const waiting: Waiting[] = [];
	/** The loop that takes the next batch; undefined if none runs, or if its batch is late. */
	let turn: object | undefined;

	async function alone(given: In): Promise<Out> {
		const [out] = await work([given]);
		// `work` returns one result per item, so the array has one element.
		return out as Out;
	}

	async function run(): Promise<void> {
		const own = {};
		turn = own;
		while (turn === own && waiting.length > 0) {
			const batch = waiting.splice(0, most);
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
