/** It holds back calls that await `opened`. */
export interface Gate extends Disposable {
	opened: Promise<void>;
	open(): void;
}

/**
 * With `using`, it opens at the end of the scope, even after a failed assertion.
 *
 * Declare it after objects that wait for the held calls when they are disposed: they are disposed in reverse order.
 * Otherwise, a failed assertion would end in a timeout.
 */
export function createGate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve, [Symbol.dispose]: resolve };
}
