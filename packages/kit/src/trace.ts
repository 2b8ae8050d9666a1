import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/**
 * All log lines of `work` and all its calls to the registrar service contain the id, so it must be valid in an HTTP
 * header. If a trace is already open, its id is kept.
 */
export function traced<T>(id: string, work: () => T): T {
	return ids.getStore() === undefined ? ids.run(id, work) : work();
}

export function currentTrace(): string | undefined {
	return ids.getStore();
}
