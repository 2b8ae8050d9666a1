import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/**
 * Runs `work` (the handling of one update, job or request) with a trace id. All log lines of `work` and all its calls
 * to the registrar service contain this id. So the id must be valid in an HTTP header. If a trace is already open, its
 * id is kept.
 */
export function traced<T>(id: string, work: () => T): T {
	return ids.getStore() === undefined ? ids.run(id, work) : work();
}

/** The current trace id; undefined outside any trace. */
export function currentTrace(): string | undefined {
	return ids.getStore();
}
