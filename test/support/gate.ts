/** Holds calls back until a test releases them. */
export interface Gate extends Disposable {
	opened: Promise<void>;
	open(): void;
}

/**
 * Creates a closed gate. `using` opens it at the end of the scope, also after a failed assertion. Declare it after the
 * objects whose disposal waits for calls behind the gate. Disposal runs in reverse order, so the gate opens first.
 * Otherwise a failed assertion would appear as a timeout.
 */
export function createGate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve, [Symbol.dispose]: resolve };
}
