import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Passes an abort signal to all code inside `run`. If the bot abandons a handler, for example at shutdown, this signal
 * aborts and stops the handler's calls and writes.
 */
export interface AbortScope {
	run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
	/** Returns the signal of the current handler, or undefined outside a handler. */
	signal(): AbortSignal | undefined;
}

export function createAbortScope(): AbortScope {
	const signals = new AsyncLocalStorage<AbortSignal>();
	return {
		run: (signal, work) => signals.run(signal, work),
		signal: () => signals.getStore(),
	};
}
