import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Log } from "../log.ts";
import { takeLock } from "./advisory.ts";
import { openSessions } from "./session.ts";

/** Shows to all processes on the database that this one is alive: its session holds a lock, which ends with it. */
export interface Presence extends AsyncDisposable {
	/** A UUID of version 8, whose first 32 bits are those of this process; of version 4 while its session is lost. */
	newLeaseId(): string;
}

const locks = { present: 7_051_007, settled: 7_051_008 };
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

/** Does not wait for the database. */
export function holdPresence({ url, log, settlesWithinMs = settleMs }: PresenceOptions): Presence {
	const closing = new AbortController();
	const own = randomInt(2 ** 32);
	/** Aborts when the session is lost. Undefined while there is none. */
	let session: AbortController | undefined;
	const onclose = (): void => {
		if (session) void take(settlesWithinMs);
	};
	const sessions = openSessions(url, { name: "presence", max: 1, longLived: true, onclose });
	const taking = take(0);

	async function take(pauseMs: number): Promise<void> {
		session?.abort();
		session = undefined;
		const next = new AbortController();
		const end = AbortSignal.any([next.signal, closing.signal]);
		while (!end.aborted) {
			try {
				await takeLock(sessions, sessions`${locks.present}, ${own | 0}`, end);
				session = next;
				await sleep(pauseMs, undefined, { signal: end, ref: false });
				await takeLock(sessions, sessions`${locks.settled}, ${own | 0}`, end);
				return;
			} catch (error) {
				if (end.aborted) return;
				log.warn({ error }, "other processes cannot see that this one is alive");
				await sleep(againMs, undefined, { signal: end }).catch(() => {});
			}
		}
	}

	return {
		newLeaseId() {
			const id = randomUUID();
			if (!session) return id;
			return `${own.toString(16).padStart(8, "0")}${id.slice(8, 14)}8${id.slice(15)}`;
		},
		async [Symbol.asyncDispose]() {
			closing.abort();
			await taking;
			await sessions.end({ timeout: 0 });
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
