import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { Log } from "../log.ts";

interface LeaseOptions {
	url: string;
	/** One process at a time holds this name, over all processes of the database. */
	name: string;
	log: Log;
}

const locks = 7_051_004;
const againMs = 1_000;

/**
 * Runs `work` in one process at a time: the others queue up for the name, and the next one begins as soon as the holder
 * goes or dies. `signal` aborts when the connection that holds the name breaks, or on disposal: `work` must then end.
 */
export function lead({ url, name, log }: LeaseOptions, work: (signal: AbortSignal) => Promise<void>): AsyncDisposable {
	const closing = new AbortController();
	const running = repeat();
	return {
		async [Symbol.asyncDispose]() {
			closing.abort();
			await running;
		},
	};

	async function repeat(): Promise<void> {
		while (!closing.signal.aborted) {
			await once().catch((error) => {
				if (!closing.signal.aborted) log.warn({ error, name }, "the lead was lost");
			});
			await sleep(againMs, undefined, { signal: closing.signal }).catch(() => {});
		}
	}

	async function once(): Promise<void> {
		const lost = new AbortController();
		const connection = { application_name: `lead ${name}` };
		// Without `fetch_types` there is no statement of the driver's own that could be cut off, and reject unheard.
		const sql = postgres(url, { max: 1, fetch_types: false, onclose: () => lost.abort(), connection });
		const end = AbortSignal.any([lost.signal, closing.signal]);
		const wait = async (): Promise<void> => void (await sql`select pg_advisory_lock(${locks}, hashtext(${name}))`);
		try {
			if (await untilAborted(wait(), end)) await work(end);
		} finally {
			await sql.end({ timeout: 0 });
		}
	}
}

/** False when the signal came first. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<false>();
	const stop = (): void => resolve(false);
	signal.addEventListener("abort", stop, { once: true });
	const finished = work.then(() => true as const);
	// What comes after the signal is of no interest.
	finished.catch(() => {});
	try {
		return signal.aborted ? false : await Promise.race([finished, promise]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
