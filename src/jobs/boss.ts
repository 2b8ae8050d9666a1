import { type Db as BossDb, PgBoss } from "pg-boss";
import type postgres from "postgres";
import type { Log } from "../log.ts";
import { takeLock } from "../postgres/advisory.ts";
import { openSessions } from "../postgres/session.ts";
import { queueNames } from "./queues.ts";

/** pg-boss retries a job only when its process is gone: the worker itself requeues a job whose handler threw. */
const queueOptions = { notify: true, heartbeatSeconds: 10, retryLimit: 1_000, retryDelay: 0 };

const setupLock = 7_051_006;
/** A setup that takes longer is assumed to hang: another process may start its own. */
const setupMs = 120_000;

export interface Boss extends AsyncDisposable {
	boss: PgBoss;
}

/**
 * pg-boss over the project's own driver, with all queues made. It calls `onEnqueue` with the name of a queue as soon as a
 * transaction that enqueues there is committed, in any process. `undefined` means that calls may have been missed.
 */
export async function createBoss(url: string, log: Log, onEnqueue: (queue: string | undefined) => void): Promise<Boss> {
	const client = openSessions(url, {
		name: "jobs",
		max: 4,
		types: { json: { to: 114, from: [114, 3802], serialize: asJson, parse: JSON.parse } },
	});
	const boss = new PgBoss({
		db: adapt(client, onEnqueue),
		schedule: false,
		useListenNotify: true,
		superviseIntervalSeconds: 1,
		monitorIntervalSeconds: 1,
		monitorVacuum: false,
	});
	boss.on("error", (error) => log.error({ error }, "the job queue reports an error"));
	boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue warns"));
	await alone(url, async () => {
		await boss.start();
		await makeQueues(boss);
	});
	return {
		boss,
		async [Symbol.asyncDispose]() {
			await boss.stop({ graceful: false });
			await client.end({ timeout: 1 });
		},
	};
}

/** pg-boss passes JSON that is already text. */
function asJson(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

function adapt(client: postgres.Sql, onEnqueue: (queue: string | undefined) => void): BossDb {
	return {
		async executeSql(text, values = []) {
			// A script with its own transaction needs one connection from BEGIN to COMMIT, and the simple protocol.
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
		async listen(channel) {
			const { unlisten } = await client.listen(channel, onEnqueue, () => onEnqueue(undefined));
			return { close: unlisten };
		},
	};
}

/** pg-boss creates its schema without a lock. This lock lets one process do so, while the others wait. */
async function alone(url: string, work: () => Promise<void>): Promise<void> {
	const limits = { idle_session_timeout: setupMs };
	const sql = openSessions(url, { name: "jobs setup", max: 1, held: true, limits });
	try {
		await takeLock(sql, sql`${setupLock}::bigint`);
		await work();
	} finally {
		await sql.end({ timeout: 0 });
	}
}

async function makeQueues(boss: PgBoss): Promise<void> {
	const made = new Set((await boss.getQueues()).map((queue) => queue.name));
	for (const queue of queueNames) if (!made.has(queue)) await boss.createQueue(queue, queueOptions);
}
