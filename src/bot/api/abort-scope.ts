import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Passes an abort signal to all code inside `run`. After the bot has abandoned a handler, for example at shutdown, the
 * aborted signal stops the handler's calls and writes.
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
