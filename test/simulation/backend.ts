import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createJobs } from "../../src/jobs/index.ts";
import type { Log } from "../../src/log.ts";
import { basePath, createService, type Service } from "../../src/service/index.ts";
import { createSandboxRegistry } from "../../src/service/registry/sandbox.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import type { Telegram } from "../../src/telegram/telegram.ts";
import { createVault, type Vault } from "../../src/vault/index.ts";
import { createDatabase, type TestDatabase } from "../support/new-database.ts";
import { crashDatabase, keepCommits } from "./database-crash.ts";
import { openServiceProcess } from "./service-process.ts";
import type { TelegramServer } from "./telegram.ts";

/** The parts of a world that survive every crash of the bot: database, service and Telegram, all on one clock. */
export interface Backend extends AsyncDisposable {
	database: TestDatabase;
	secretKey: Buffer;
	vault: Vault;
	service: Service;
	/** Origin of the service, without its base path; undefined while its process is dead. */
	readonly serviceOrigin: string | undefined;
	/** Kills the service if it runs in a separate process. A new process starts at once. */
	killService(): void;
	/** Crashes the database server and waits until it has recovered. */
	crashDatabase(): Promise<void>;
	telegram: Telegram;
	telegramUrl: string;
	/** Milliseconds since 1970 on the database clock. */
	now(): number;
	/** Advances everything whose time is stored in the database: rows, leases and queued jobs. */
	advance(milliseconds: number): Promise<void>;
	/** Enqueues a job for every row that is due, as a sweep does each second. */
	sweep(): Promise<void>;
	/**
	 * Like `sweep`, for the rows of watches. Watches check every day without end, so a world would never come to rest if
	 * `sweep` included them.
	 */
	sweepWatches(): Promise<void>;
	/** Number of jobs that are running or ready to run. */
	pendingJobs(): Promise<number>;
	/** Deletes the active jobs of dead processes, so that others can take over the work now instead of 10 s later. */
	deleteActiveJobs(): Promise<void>;
}

/** A worker that sends no heartbeat for this long loses its jobs. */
export const heartbeatMs = 10_000;

interface BackendOptions {
	/** Data directory of the database server. */
	directory: string;
	log: Log;
	telegram: TelegramServer;
	/** Origin that the service may send events to although it is on this machine. */
	receiver: string;
	/** True if the service runs in a separate process. */
	serviceOutside: boolean;
	/** True if the database server may crash. */
	databaseCrashes: boolean;
}

export async function openBackend(options: BackendOptions): Promise<Backend> {
	const { directory, log, telegram: server, receiver, serviceOutside, databaseCrashes } = options;
	await using stack = new AsyncDisposableStack();
	const database = stack.use(await createDatabase({ directory, force: true }));
	// Test databases do not wait for commits to reach the disk. A crash of the server would lose those commits, so in
	// such a world they wait.
	if (databaseCrashes) await keepCommits(database.sql);
	const secretKey = randomBytes(32);
	const vault = createVault(secretKey);
	const jobs = stack.use(await createJobs({ url: database.url, log }));
	const service = await createService({
		database,
		jobs,
		vault,
		log,
		registry: createSandboxRegistry({ ...database, sleep: async () => {} }),
		allowedOrigins: [new URL(receiver).origin],
	});
	stack.defer(() => service.close());
	const ownOrigin = await service.app.listen({ host: "127.0.0.1", port: 0 });
	const env = {
		DATABASE_URL: database.url,
		SECRET_KEY: secretKey.toString("base64"),
		SERVICE_PORT: "0",
		WEBHOOK_ALLOWED_ORIGINS: new URL(receiver).origin,
		LOG_LEVEL: "silent",
	};
	const outside = serviceOutside ? stack.use(await openServiceProcess(env)) : undefined;
	const workers = stack.use(jobs.work({ queues: { ...service.queues, ...sweptQueues }, db: database.db }));
	const watchers = stack.use(jobs.work({ queues: { "bot.watch": { due: dueRows["bot.watch"] } }, db: database.db }));
	const { telegram, url: telegramUrl } = server;
	stack.defer(() => telegram.faults.clear());
	let offset = 0;
	const { sql } = database;
	async function deleteActiveJobs(): Promise<void> {
		// If the service runs in a separate process, it may have died too, so its active jobs are deleted as well.
		await sql`delete from pgboss.job where state = 'active' and (name like 'bot.%' or ${serviceOutside})`;
	}
	const parts = stack.move();
	let advanced = Promise.resolve();
	async function advance(ms: number): Promise<void> {
		await database.advance(ms);
		offset += ms;
		// pg-boss uses `now()` instead of `clock()`, so the times of its jobs are moved separately.
		await sql`
			update pgboss.job set start_after = start_after - ${ms} * interval '1 ms' where state < 'active'`;
		if (ms >= heartbeatMs) await deleteActiveJobs();
	}

	return {
		database,
		secretKey,
		vault,
		service,
		get serviceOrigin() {
			return outside ? outside.url() : ownOrigin;
		},
		killService: () => outside?.kill(),
		crashDatabase: () => crashDatabase(sql),
		telegram,
		telegramUrl,
		now: () => Date.now() + offset,
		advance(milliseconds) {
			// Two actions may advance the clock at the same time. They are queued, because each one must move the clock and
			// the jobs together.
			advanced = advanced.then(() => advance(Math.max(0, Math.ceil(milliseconds))));
			return advanced;
		},
		sweep: () => workers.sweep(),
		sweepWatches: () => watchers.sweep(),
		async pendingJobs() {
			const [row] = await sql<{ count: number }[]>`
				select count(*)::int as count from pgboss.job
				where state = 'active' or (state < 'active' and start_after <= now())`;
			return row?.count ?? 0;
		},
		deleteActiveJobs,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** The due rows of the bot's queues. The bots' own processes handle their jobs. */
const sweptQueues = {
	"bot.operation": { due: dueRows["bot.operation"] },
	"bot.event": { due: dueRows["bot.event"] },
	"bot.board": { due: dueRows["bot.board"] },
	"bot.outbox": { due: dueRows["bot.outbox"] },
	"bot.screen": { due: dueRows["bot.screen"] },
};

/** Milliseconds until the end of the day in UTC. */
export function untilMidnight(now: number): number {
	const day = 86_400_000;
	return day - (now % day);
}

/** Base URL of the service behind a proxy. */
export function serviceUrlBy(proxy: string): string {
	return `${proxy}${basePath}`;
}

/**
 * Polls until the condition is true, for at most `timeoutMs` milliseconds of real time. Returns false if it never
 * was.
 */
export async function until(
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
	every = 10,
): Promise<boolean> {
	for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(every)) {
		if (await condition()) return true;
	}
	return await condition();
}
