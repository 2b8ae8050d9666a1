import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/**
 * Runs `work` under a trace id, which every log line and every call to the registrar service contains. The work is one
 * update, job or request. The id must be valid in an HTTP header. If a trace is already open, its id is kept.
 */
export function traced<T>(id: string, work: () => T): T {
	return ids.getStore() === undefined ? ids.run(id, work) : work();
}

/** The current trace id; undefined outside any trace. */
export function currentTrace(): string | undefined {
	return ids.getStore();
}
