/** Holds calls back until a test lets them go on. */
export interface Gate extends Disposable {
	opened: Promise<void>;
	open(): void;
}

/**
 * A closed gate. It opens at the end of its scope at the latest: declare it with `using` after everything that waits for
 * the held calls when it is disposed of. Otherwise a failed assertion shows as the time limit of the test.
 */
export function createGate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve, [Symbol.dispose]: resolve };
}
