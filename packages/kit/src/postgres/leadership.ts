import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import type { Log } from "../log.ts";
import { openSessions, takeLock } from "./session.ts";

interface LeadershipOptions {
	url: string;
	/** Of all processes on the database, only one leads under this name at a time. */
	name: string;
	log: Log;
	/**
	 * If the leader sends nothing for this long, the database server closes its session, and another process can lead.
	 * Default 20 s.
	 */
	silenceMs?: number;
}

const locks = 7_051_004;
const againMs = 1_000;
const longestSilenceMs = 20_000;

/**
 * The next process starts `work` when the leader exits, dies, or sends the database server nothing for `silenceMs`.
 * `signal` aborts on disposal or when the leader's session breaks, and `work` must then end. The leader notices a
 * broken session before another process can lead.
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
				if (!closing.signal.aborted) log.warn({ error, name }, "the leadership was lost");
			});
			await sleep(againMs, undefined, { signal: closing.signal }).catch(() => {});
		}
	}

	async function once(): Promise<void> {
		const lost = new AbortController();
		const onclose = (): void => lost.abort();
		// The driver gives up on a statement at 1.25 times `statement_timeout`, which is 0.5 of `silenceMs`. The pause
		// between two statements of `keepAlive` is 0.1 of `silenceMs`. So the leader notices a dead server after 0.6 of
		// `silenceMs`, and the rest is left for a process that gets little processor time.
		const limits = { statement_timeout: 0.4 * silenceMs, idle_session_timeout: silenceMs };
		const sql = openSessions(url, { name: `lead ${name}`, max: 1, longLived: true, onclose, limits });
		const end = AbortSignal.any([lost.signal, closing.signal]);
		try {
			if (!(await untilAborted(takeLock(sql, sql`${locks}, hashtext(${name})`, end), end))) return;
			// If one ends, the other one stops too.
			const both = [work(end), keepAlive(sql, end)].map((each) => each.finally(() => lost.abort()));
			for (const each of await Promise.allSettled(both)) if (each.status === "rejected") throw each.reason;
		} finally {
			await sql.end({ timeout: 0 });
		}
	}

	/** Keeps the session open. Rejects if the server does not answer. */
	async function keepAlive(sql: Sql, end: AbortSignal): Promise<void> {
		while (!end.aborted) {
			await untilAborted(sql`select 1`, end);
			await sleep(silenceMs / 10, undefined, { signal: end }).catch(() => {});
		}
	}
}

/** False if the signal came first. */
export async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<false>();
	const stop = (): void => resolve(false);
	signal.addEventListener("abort", stop, { once: true });
	const finished = work.then(() => true as const);
	// No caller handles a rejection after the signal.
	finished.catch(() => {});
	try {
		return signal.aborted ? false : await Promise.race([finished, promise]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}
