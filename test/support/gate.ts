/** Holds calls back until a test releases them. */
export interface Gate extends Disposable {
	opened: Promise<void>;
	open(): void;
}

/**
 * Creates a closed gate. It opens at the end of its scope at the latest. Declare it with `using` after anything whose
 * disposal waits for the held calls; otherwise a failed assertion appears as a timeout.
 */
export function createGate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve, [Symbol.dispose]: resolve };
}
