import { throughOutage } from "@domains/kit/postgres/errors.ts";

/** A caller waits meanwhile. The bot gives up after six seconds if a person waits for the answer. */
const limitMs = 4_000;

/** A short failover costs a caller time but no error. */
export function throughFailover<R>(work: () => Promise<R>): Promise<R> {
	return throughOutage(work, limitMs);
}
