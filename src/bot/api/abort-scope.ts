import { AsyncLocalStorage } from "node:async_hooks";

/** Holds back what an abandoned handler does late: calls and writes made below `run` see its signal. */
export interface AbortScope {
	run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
	/** Of the handler that is asking; undefined outside any. */
	signal(): AbortSignal | undefined;
}

export function createAbortScope(): AbortScope {
	const signals = new AsyncLocalStorage<AbortSignal>();
	return {
		run: (signal, work) => signals.run(signal, work),
		signal: () => signals.getStore(),
	};
}
