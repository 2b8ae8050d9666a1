import { AsyncLocalStorage } from "node:async_hooks";

const ids = new AsyncLocalStorage<string>();

/**
 * Runs the work of one update, job or request under one id, which consists of header-safe characters. Every log line
 * and every call to the service carries it. Inside another trace the outer id stays.
 */
export function traced<T>(id: string, work: () => T): T {
	return ids.getStore() === undefined ? ids.run(id, work) : work();
}

/** The current trace id; undefined outside any trace. */
export function currentTrace(): string | undefined {
	return ids.getStore();
}
