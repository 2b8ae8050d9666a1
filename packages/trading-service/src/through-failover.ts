import { throughOutage } from "@domains/kit/postgres/outage.ts";

/** A caller waits meanwhile. The bot gives up after six seconds if a person waits for the answer. */
const limitMs = 4_000;

/** Repeats `work` while the database is lost, so that a short failover costs a caller time but no error. */
export function throughFailover<R>(work: () => Promise<R>): Promise<R> {
	return throughOutage(work, limitMs);
}
