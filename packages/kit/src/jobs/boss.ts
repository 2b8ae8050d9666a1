import { type Db as BossDb, PgBoss } from "pg-boss";
import type postgres from "postgres";
import type { Log } from "../log.ts";
import { openSessions, takeLock } from "../postgres/session.ts";
import { queueNames } from "./queues.ts";

/**
 * `notify` is off, because pg-boss would notify inside the transaction that enqueues the job, and PostgreSQL commits
 * transactions with notifications one after another. `announce` notifies after the commit instead.
 *
 * `retryLimit`, `retryDelay`: pg-boss repeats a job only if the process that ran it is gone, then at once and, in
 * practice, without limit. If a handler throws, our worker enqueues another job for the same row.
 */
const queueOptions = { notify: false, heartbeatSeconds: 10, retryLimit: 1_000, retryDelay: 0 };

const channel = "domain_trading_jobs";
const setupLock = 7_051_006;
/** Then PostgreSQL closes the idle session that holds the setup lock, so that another process can start its setup. */
const setupMs = 120_000;

export interface Boss extends AsyncDisposable {
	boss: PgBoss;
	/**
	 * Notifies every process, this one included. Sends one statement at a time. Queues that are announced meanwhile share
	 * the next statement. A lost notification does no harm, because every sweep searches for jobs.
	 */
	announce(queue: string): void;
}

/**
 * Uses the project's own database driver. Notifications are lost while this process does not listen. So `onAnnounced`
 * is also called, with `undefined`, each time it starts or resumes listening.
 */
export async function createBoss(
	url: string,
	log: Log,
	onAnnounced: (queue: string | undefined) => void,
): Promise<Boss> {
	const client = openSessions(url, {
		name: "jobs",
		max: 4,
		// These sessions only fetch, requeue and delete jobs, and store heartbeats. If PostgreSQL crashes and loses such a
		// change, a job runs a second time, or the sweep (`index.ts`) enqueues it again.
		asyncCommit: true,
		types: { json: { to: 114, from: [114, 3802], serialize: asJson, parse: JSON.parse } },
	});
	const boss = new PgBoss({
		db: adapt(client),
		schedule: false,
		// The sweep (`index.ts`) calls `supervise` every second in each process, to retry the jobs of dead processes.
		// pg-boss does this work at most once in this interval.
		monitorIntervalSeconds: 1,
		monitorVacuum: false,
	});
	boss.on("error", (error) => log.error({ error }, "the job queue reports an error"));
	boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue reports a warning"));
	await alone(url, async (flush) => {
		await boss.start();
		await makeQueues(boss);
		// `client` commits without waiting for the disk. `flush` commits in another session, which waits for the disk, and
		// so writes these commits too.
		await flush();
	});
	await client.listen(channel, onAnnounced, () => onAnnounced(undefined));
	return {
		boss,
		announce: createAnnouncer(client, log),
		async [Symbol.asyncDispose]() {
			await boss.stop({ graceful: false });
			await client.end({ timeout: 1 });
		},
	};
}

/** pg-boss passes some parameters as text that is already JSON; they stay unchanged. */
function asJson(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

function createAnnouncer(client: postgres.Sql, log: Log): Boss["announce"] {
	const waiting = new Set<string>();
	let sending = false;
	const send = async (): Promise<void> => {
		sending = true;
		while (waiting.size > 0) {
			const queues = [...waiting];
			waiting.clear();
			await client`select pg_notify(${channel}, queue) from unnest(${queues}::text[]) as queue`.catch((error) => {
				log.warn({ error, queues }, "the workers could not be notified of new jobs");
			});
		}
		sending = false;
	};
	return (queue) => {
		waiting.add(queue);
		if (!sending) void send();
	};
}

function adapt(client: postgres.Sql): BossDb {
	return {
		async executeSql(text, values = []) {
			// A script with BEGIN and COMMIT needs one connection, and the simple query protocol, which allows several
			// statements in one text.
			if (/^\s*BEGIN\b/i.test(text)) {
				const reserved = await client.reserve();
				try {
					return { rows: (await reserved.unsafe(text).simple()).flat() };
				} finally {
					reserved.release();
				}
			}
			const rows = values.length > 0 ? client.unsafe(text, values as never[], { prepare: true }) : client.unsafe(text);
			return { rows: (await rows).flat() };
		},
	};
}

/** pg-boss creates its schema without a lock, so two processes would collide. */
async function alone(url: string, work: (flush: () => Promise<void>) => Promise<void>): Promise<void> {
	const limits = { idle_session_timeout: setupMs };
	const sql = openSessions(url, { name: "jobs setup", max: 1, longLived: true, limits });
	try {
		await takeLock(sql, sql`${setupLock}::bigint`);
		await work(async () => void (await sql`select pg_logical_emit_message(true, 'setup', '')`));
	} finally {
		await sql.end({ timeout: 0 });
	}
}

async function makeQueues(boss: PgBoss): Promise<void> {
	const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
	for (const queue of queueNames) {
		const found = made.get(queue);
		if (!found) await boss.createQueue(queue, queueOptions);
		// An earlier version may have created the queue with pg-boss's own notifications.
		else if (found.notify) await boss.updateQueue(queue, { notify: false });
	}
}
