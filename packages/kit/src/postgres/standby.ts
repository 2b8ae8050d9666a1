import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Log } from "../log.ts";
import { connect, type Db, type OnStatement, type Tx } from "./connect.ts";
import { inTime } from "./migrate.ts";

/**
 * Runs a long read. Such a read returns many rows, and no write depends on its result. `read` must not write. `read`
 * may run twice: on the standby, and after a failure there on the primary server. It sees every commit that the primary
 * confirmed before the call. Only commits that do not wait for the disk may be missing: those of `load` in
 * `store/chats.ts`, and those of the job queues, such as the deletion of a job.
 */
export type Reader = <R>(read: (db: Db | Tx) => Promise<R>) => Promise<R>;

/**
 * What happened to a long read. `standby`: the standby answered. `behind`: the standby had not yet replayed all commits
 * of the primary server. `failed`: reading from the standby failed. In the last two cases, the primary server answers
 * instead.
 */
export type ReadOutcome = "standby" | "behind" | "failed";

interface Options {
	primary: Db;
	/** The address of the standby. It may name several hosts; the first one that is a standby is used. */
	url: string;
	log: Log;
	onRead?: (outcome: ReadOutcome) => void;
	onStatement?: OnStatement;
}

type Attempt<R> = { outcome: "standby"; value: R } | { outcome: "behind" | "failed" };

/** Options of every connection to a standby. */
export const standbyOptions = { name: "domain-trading-bot-read", role: "standby" } as const;

const most = 4;
/**
 * The time limit of a read on the standby. A person waits at most ten seconds, and after a failure the primary needs
 * time to answer.
 */
const readSeconds = 3;
/**
 * The pauses in milliseconds, one before each check. A check finds out whether the standby has replayed all commits of
 * the primary. If it has not at the last check, the primary is read instead.
 */
const pausesMs = [0, 10, 30, 60];
/** For this long after the standby failed, reads use the primary at once. Then one read tries the standby again. */
const restMs = 10_000;
const warnMs = 60_000;

/** Returns a reader for a bot without a standby. It runs each read on `db`, without the checks that a standby needs. */
export function readFrom(db: Db): Reader {
	return (read) => read(db);
}

/** Creates a reader that connects to a standby at the first read. If the standby fails, it reads from the primary. */
export function openReader(options: Options): AsyncDisposable & { reader: Reader } {
	const { primary, url, log, onRead, onStatement } = options;
	const limits = { statement_timeout: readSeconds * 1_000 };
	const open = () => connect(url, { ...standbyOptions, max: most, limits, ...(onStatement && { onStatement }) });
	let pool = open();
	let closing: Promise<unknown> = Promise.resolve();
	let restsUntil = 0;
	let failing = false;
	let warnedAt = Number.NEGATIVE_INFINITY;

	async function attempt<R>(read: (tx: Tx) => Promise<R>): Promise<Attempt<R>> {
		const now = performance.now();
		if (now < restsUntil) return { outcome: "failed" };
		if (failing) restsUntil = now + restMs;
		const used = pool;
		try {
			const position = await readPosition(primary);
			const done = await inTime(readAfter(used.db, position, read), readSeconds, "no answer within");
			failing = false;
			return done;
		} catch (error) {
			failing = true;
			restsUntil = performance.now() + restMs;
			if (used === pool) replacePool();
			if (performance.now() - warnedAt >= warnMs) {
				warnedAt = performance.now();
				log.warn({ error }, "the standby cannot be read; the primary server is read instead");
			}
			return { outcome: "failed" };
		}
	}

	/**
	 * Closes all connections to the standby. The next read opens new ones, and then finds out again which host is a
	 * standby.
	 */
	function replacePool(): void {
		closing = Promise.all([closing, pool[Symbol.asyncDispose]()]);
		pool = open();
	}

	return {
		async reader(read) {
			const done = await attempt(read);
			onRead?.(done.outcome);
			return done.outcome === "standby" ? done.value : await read(primary);
		},
		async [Symbol.asyncDispose]() {
			await Promise.all([closing, pool[Symbol.asyncDispose]()]);
		},
	};
}

/** A position in the write-ahead log (WAL) of one database. */
export interface Position {
	/**
	 * The id of the server and the name of the database. A standby has the same id as its primary. Only positions with
	 * the same value can be compared.
	 */
	database: string;
	lsn: string;
}

const database = sql`(select system_identifier from pg_control_system()) || '/' || current_database()`;

/**
 * Returns a WAL position of the primary server. A standby that has replayed the log up to this position has all commits
 * that the primary confirmed. With `synchronous_commit = off`, the primary confirms a commit before it writes the log.
 * The position must then include the unwritten part of the log.
 */
export async function readPosition(primary: Db): Promise<Position> {
	const [row] = await primary.execute<{ database: string; lsn: string }>(sql`
		select ${database} as database, case current_setting('synchronous_commit')
			when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end::text as lsn`);
	if (!row) throw new Error("a select without a table returns a row");
	return row;
}

/**
 * What a server at `DATABASE_READ_URL` is, and how far a standby has replayed the log. `missing`: how many bytes up to
 * the wanted position the standby has not replayed yet.
 */
export type Progress = { kind: "standby"; missing: number } | { kind: "primary" } | { kind: "other_database" };

export async function readProgress(standby: Db | Tx, position: Position): Promise<Progress> {
	const [row] = await standby.execute<{ standby: boolean; same: boolean; missing: number | null }>(sql`
		select pg_is_in_recovery() as standby, ${database} = ${position.database} as same,
			greatest(0, pg_wal_lsn_diff(${position.lsn}::pg_lsn, pg_last_wal_replay_lsn()))::float8 as missing`);
	if (!row?.standby) return { kind: "primary" };
	if (!row.same) return { kind: "other_database" };
	return { kind: "standby", missing: row.missing ?? Number.POSITIVE_INFINITY };
}

const refusals = {
	primary: "DATABASE_READ_URL does not lead to a standby",
	other_database: "DATABASE_READ_URL does not lead to a standby of DATABASE_URL",
};

/**
 * Waits until the standby has replayed the log up to the position, and then reads from it in one snapshot. Gives up
 * after a tenth of a second. The checks and the read are in one session, because an address may lead to several
 * standbys.
 */
async function readAfter<R>(standby: Db, position: Position, read: (tx: Tx) => Promise<R>): Promise<Attempt<R>> {
	return await standby.transaction(
		async (tx) => {
			for (const pause of pausesMs) {
				if (pause > 0) await sleep(pause);
				const progress = await readProgress(tx, position);
				if (progress.kind !== "standby") throw new Error(refusals[progress.kind]);
				// `commit and chain` ends the snapshot of the check, and the next statement takes a new one in the same
				// session. With the old snapshot, the read would miss what the standby has replayed since, and the standby
				// might have to stop replaying. The driver still considers the transaction open.
				await tx.execute(sql`commit and chain`);
				if (progress.missing === 0) return { outcome: "standby", value: await read(tx) };
			}
			return { outcome: "behind" };
		},
		{ isolationLevel: "repeatable read", accessMode: "read only" },
	);
}
