import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";
import { takeLock } from "./advisory.ts";
import type { Sql } from "./connect.ts";
import { openSessions } from "./session.ts";

interface LeadershipOptions {
	url: string;
	/** Only one process of the database holds this name at a time. */
	name: string;
	log: Log;
	/** Silence after which the server treats a process as frozen or unreachable and frees the name. */
	silenceMs?: number;
}

const locks = 7_051_004;
const againMs = 1_000;
const longestSilenceMs = 20_000;

/**
 * Runs `work` in one process at a time. The others wait, and the next one starts when the holder exits, dies or falls
 * silent. `signal` aborts on disposal, or when the session that holds the name breaks, which the holder notices before
 * the server frees the name. `work` must then end.
 */
export function holdLeadership(
	{ url, name, log, silenceMs = longestSilenceMs }: LeadershipOptions,
	work: (signal: AbortSignal) => Promise<void>,
): AsyncDisposable {
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
				if (!closing.signal.aborted) log.warn({ error, name }, "Lost the leadership");
			});
			await sleep(againMs, undefined, { signal: closing.signal }).catch(() => {});
		}
	}

	async function once(): Promise<void> {
		const lost = new AbortController();
		const onclose = (): void => lost.abort();
		// The driver gives up at 1.25 times `statement_timeout`; together with the pause before, that is less than the
		// silence limit.
		const limits = { statement_timeout: silenceMs / 2, idle_session_timeout: silenceMs };
		const sql = openSessions(url, { name: `lead ${name}`, max: 1, held: true, onclose, limits });
		const end = AbortSignal.any([lost.signal, closing.signal]);
		try {
			if (!(await untilAborted(takeLock(sql, sql`${locks}, hashtext(${name})`, end), end))) return;
			// Whichever ends first stops the other.
			const both = [work(end), keepAlive(sql, end)].map((each) => each.finally(() => lost.abort()));
			for (const each of await Promise.allSettled(both)) if (each.status === "rejected") throw each.reason;
		} finally {
			await sql.end({ timeout: 0 });
		}
	}

	/** Signals to the server that this process is alive. Rejects if the server does not answer. */
	async function keepAlive(sql: Sql, end: AbortSignal): Promise<void> {
		while (!end.aborted) {
			await untilAborted(sql`select 1`, end);
			await sleep(silenceMs / 4, undefined, { signal: end }).catch(() => {});
		}
	}
}

/** Returns false if the signal came first. */
export async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<false>();
	const stop = (): void => resolve(false);
	signal.addEventListener("abort", stop, { once: true });
	const finished = work.then(() => true as const);
	// A failure after the signal is irrelevant.
	finished.catch(() => {});
	try {
		return signal.aborted ? false : await Promise.race([finished, promise]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
