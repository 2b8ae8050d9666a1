/** A gate holds back calls that await `opened`, until a test opens it. */
export interface Gate extends Disposable {
	opened: Promise<void>;
	open(): void;
}

/**
 * Creates a closed gate. With `using`, it opens at the end of the scope, even after a failed assertion.
 *
 * Some objects wait for the held calls when they are disposed. Declare the gate after such objects: objects are
 * disposed in reverse order, so the gate then opens first. Otherwise, a failed assertion would end in a timeout.
 */
export function createGate(): Gate {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve, [Symbol.dispose]: resolve };
}
