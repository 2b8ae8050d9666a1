import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { Log } from "../log.ts";
import { untilAborted } from "./leadership.ts";
import { openSessions } from "./session.ts";

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
