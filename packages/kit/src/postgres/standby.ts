import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Log } from "../log.ts";
import { connect, type Db, type OnStatement, type Tx } from "./connect.ts";
import { inTime } from "./session.ts";

/**
 * Reads many rows, on which no write depends; it must not write. It may run twice: on the standby, and after a
 * failure there on the primary. It sees every commit that the primary confirmed before the call, except those that do
 * not wait for the disk: those of `load` in `store/chats.ts`, and those of the job queues.
 */
export type Reader = <R>(read: (db: Db | Tx) => Promise<R>) => Promise<R>;

/** `behind`: the standby had not yet replayed all commits. After `behind` and `failed`, the primary answers instead. */
export const readOutcomes = ["standby", "behind", "failed"] as const;
export type ReadOutcome = (typeof readOutcomes)[number];

interface Options {
	primary: Db;
	/** May name several hosts; the first one that is a standby is used. */
	url: string;
	log: Log;
	onRead?: (outcome: ReadOutcome) => void;
	onStatement?: OnStatement;
}

type Attempt<R> = { outcome: "standby"; value: R } | { outcome: "behind" | "failed" };

export const standbyOptions = { name: "domain-trading-bot-read", role: "standby" } as const;

const most = 4;
/** A person waits at most ten seconds, and after a failure the primary needs time to answer. */
const readSeconds = 3;
/** One before each check of what the standby has replayed. After the last one, the primary is read instead. */
const pausesMs = [0, 10, 30, 60];
/** After the standby failed, reads use the primary for this long. Then one read tries the standby again. */
const restMs = 10_000;
const warnMs = 60_000;

/** Without a standby, no checks are needed. */
export function readFrom(db: Db): Reader {
	return (read) => read(db);
}

/** Connects at the first read. If the standby fails, reads from the primary. */
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

	/** The next read opens new connections, and then finds out again which host is a standby. */
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

/** A place in the write-ahead log (WAL). */
export interface Position {
	/**
	 * The id of the server, which a standby shares with its primary, and the name of the database. Only positions with
	 * the same value can be compared.
	 */
	database: string;
	lsn: string;
}

const database = sql`(select system_identifier from pg_control_system()) || '/' || current_database()`;

/**
 * A standby that has replayed the WAL up to this position has all commits that the primary confirmed. With
 * `synchronous_commit = off`, the primary confirms a commit before it writes the log, so the position includes the
 * unwritten part.
 */
export async function readPosition(primary: Db): Promise<Position> {
	const [row] = await primary.execute<{ database: string; lsn: string }>(sql`
		select ${database} as database, case current_setting('synchronous_commit')
			when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_lsn() end::text as lsn`);
	if (!row) throw new Error("a select without a table returns a row");
	return row;
}

/** `missing`: bytes up to the wanted position that the standby has not replayed yet. */
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
 * Reads in one snapshot. Gives up after a tenth of a second. The checks and the read are in one session, because an
 * address may lead to several standbys.
 */
async function readAfter<R>(standby: Db, position: Position, read: (tx: Tx) => Promise<R>): Promise<Attempt<R>> {
	return await standby.transaction(
		async (tx) => {
			for (const pause of pausesMs) {
				if (pause > 0) await sleep(pause);
				const progress = await readProgress(tx, position);
				if (progress.kind !== "standby") throw new Error(refusals[progress.kind]);
				// `commit and chain` ends the snapshot of the check. With that snapshot, the read would miss what the standby
				// has replayed since, and the standby might have to stop replaying. The driver still considers the transaction
				// open.
				await tx.execute(sql`commit and chain`);
				if (progress.missing === 0) return { outcome: "standby", value: await read(tx) };
			}
			return { outcome: "behind" };
		},
		{ isolationLevel: "repeatable read", accessMode: "read only" },
	);
}
