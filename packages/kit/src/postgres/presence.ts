import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { Log } from "../log.ts";
import { openSessions, takeLock } from "./session.ts";

/** Shows to all processes on the database that this one is alive: its sessions hold a lock, which ends with them. */
export interface Presence extends AsyncDisposable {
	/** A UUID of version 8, whose first 32 bits are those of this process; of version 4 while it has no session. */
	newLeaseId(): string;
}

const locks = { present: 7_051_007, settled: 7_051_008 };
/** One of them may end although the process is alive: an administrator ends it, or the network breaks it. */
const sessionsHeld = 2;
/**
 * A failover ends the sessions of all processes. They have this long to return, before any of them counts another one
 * as dead. A session opens at most a second after the server answers.
 */
const settleMs = 5_000;
const againMs = 250;

interface PresenceOptions {
	url: string;
	log: Log;
	/** How long the processes have to return. A test may have its own. */
	settlesWithinMs?: number;
}

/**
 * When the first process came to this server. Unlogged, so that it is empty after a crash of the server, and on a
 * standby that takes over. After an orderly restart, the row has the start of another server.
 */
export async function createArrivalTable(sql: Sql): Promise<void> {
	await sql`create unlogged table if not exists public.arrivals (
		server timestamptz primary key, first_at timestamptz not null)`;
}

/** Returns the milliseconds since the first process came to this server: since a failover, if there was one. */
async function arrive(sql: Sql): Promise<number> {
	await sql`delete from arrivals where server <> pg_postmaster_start_time()`;
	await sql`insert into arrivals values (pg_postmaster_start_time(), clock_timestamp()) on conflict do nothing`;
	const [row] = await sql<{ ago: number }[]>`
		select (extract(epoch from clock_timestamp() - first_at) * 1000)::float8 as ago from arrivals`;
	return row?.ago ?? 0;
}

/** Does not wait for the database. */
export function holdPresence({ url, log, settlesWithinMs = settleMs }: PresenceOptions): Presence {
	const closing = new AbortController();
	const own = randomInt(2 ** 32);
	/** The sessions that hold the lock. */
	const held = new Set<Sql>();
	const holding = Array.from({ length: sessionsHeld }, hold);

	async function hold(): Promise<void> {
		for (let pauseMs = 0; !closing.signal.aborted; pauseMs = settlesWithinMs) {
			await holdOnce(pauseMs).catch((error: unknown) => {
				if (!closing.signal.aborted && held.size === 0)
					log.warn({ error }, "other processes cannot see that this one is alive");
			});
			await sleep(againMs, undefined, { signal: closing.signal }).catch(() => {});
		}
	}

	/** Ends with the session. The driver would open another one for the next statement, without the lock. */
	async function holdOnce(pauseMs: number): Promise<void> {
		const lost = new AbortController();
		const sql = openSessions(url, { name: "presence", max: 1, longLived: true, onclose: () => lost.abort() });
		const end = AbortSignal.any([lost.signal, closing.signal]);
		// The locks are shared by the sessions of a process, so no session waits.
		const take = (lock: number) => untilAborted(sql`select pg_advisory_lock_shared(${lock}, ${own | 0})`, end);
		try {
			if (!(await take(locks.present))) return;
			held.add(sql);
			// A process that has just started may be the first one after a failover.
			const settlesInMs = Math.max(pauseMs, settlesWithinMs - (await arrive(sql)));
			await untilAborted(sleep(settlesInMs, undefined, { signal: end, ref: false }), end);
			if (end.aborted || !(await take(locks.settled))) return;
			await untilAborted(new Promise(() => {}), end);
		} finally {
			held.delete(sql);
			await sql.end({ timeout: 0 });
		}
	}

	return {
		newLeaseId() {
			const id = randomUUID();
			if (held.size === 0) return id;
			return `${own.toString(16).padStart(8, "0")}${id.slice(8, 14)}8${id.slice(15)}`;
		},
		async [Symbol.asyncDispose]() {
			closing.abort();
			await Promise.all(holding);
		},
	};
}

/**
 * SQL: true if the process that made this lease has ended. False if that is unknown: the id names no process, or no
 * process has been connected for long enough to know.
 */
export function isAbandoned(leaseId: SQLWrapper): SQL<boolean> {
	const held = (lock: number) => sql`
		select objid::bigint from pg_locks
		where locktype = 'advisory' and objsubid = 2 and classid = ${sql.raw(String(lock))}
			and database = (select oid from pg_database where datname = current_database())`;
	return sql`(
		substr(${leaseId}::text, 15, 1) = '8' and exists (${held(locks.settled)})
		and ('x' || left(${leaseId}::text, 8))::bit(32)::bigint not in (${held(locks.present)}))`;
}

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

const leaderLock = 7_051_004;
const leadAgainMs = 1_000;
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
			await sleep(leadAgainMs, undefined, { signal: closing.signal }).catch(() => {});
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
			if (!(await untilAborted(takeLock(sql, sql`${leaderLock}, hashtext(${name})`, end), end))) return;
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
