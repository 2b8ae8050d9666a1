import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/**
 * Runs what one update, job or request sets off under one id, of characters that fit a header: every log line below
 * carries it, and so does every call of the service. Inside another trace the outer id stays.
 */
export function traced<T>(id: string, work: () => T): T {
	return ids.getStore() === undefined ? ids.run(id, work) : work();
}

/** The id of what is being worked on; undefined outside any trace. */
export function currentTrace(): string | undefined {
	return ids.getStore();
}
