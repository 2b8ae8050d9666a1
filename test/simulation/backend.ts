import { randomBytes } from "node:crypto";
import { createJobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { createVault, type Vault } from "@domains/kit/vault/index.ts";
import { basePath, createService, type Service } from "@domains/trading-service/index.ts";
import { createSandboxRegistry } from "@domains/trading-service/registry/sandbox.ts";
import type { Telegram } from "local-telegram";
import { dueRows } from "../../src/store/sweeps.ts";
import { createDatabase, openServer, type TestDatabase } from "../support/new-database.ts";
import { crashDatabase, keepCommits } from "./database-crash.ts";
import { openServiceProcess } from "./service-process.ts";
import type { TelegramServer } from "./telegram.ts";

/**
 * The parts of a simulated run that survive every crash of the bot: database, service and Telegram. All use the same
 * clock.
 */
export interface Backend extends AsyncDisposable {
	database: TestDatabase;
	secretKey: Buffer;
	vault: Vault;
	service: Service;
	/** The service's origin, without the base path. Undefined while the service's process is dead. */
	readonly serviceOrigin: string | undefined;
	/** Kills the service's process, and a new one starts at once. Does nothing if the service runs in this process. */
	killService(): void;
	/** Kills the database server and waits until it has recovered. */
	crashDatabase(): Promise<void>;
	telegram: Telegram;
	telegramUrl: string;
	/** The time on the database clock, in milliseconds since 1970. */
	now(): number;
	/**
	 * Advances the database clock. This clock decides when rows are due and when the leases of workers (time-limited
	 * locks) expire. The job queue uses the real clock. So this also makes the start times of queued jobs earlier by the
	 * same amount.
	 */
	advance(milliseconds: number): Promise<void>;
	/** Enqueues a job for every due row, except for watches. In production, each process does this every second. */
	sweep(): Promise<void>;
	/**
	 * Enqueues a job for every due watch, which is a check that the bot repeats without end. `sweep` leaves out the
	 * watches. A run ends when no work is left, and with watches some work would always be left.
	 */
	sweepWatches(): Promise<void>;
	/** Returns the number of jobs that are running or ready to run. */
	pendingJobs(): Promise<number>;
	/**
	 * Deletes the bots' active jobs. Without this, other processes could take over the jobs of a dead process only after
	 * 10 s. If the service runs in a separate process, also deletes the active jobs of the service.
	 */
	deleteActiveJobs(): Promise<void>;
}

/** If a worker sends no heartbeat for this long, the queue gives its job to another worker. */
export const heartbeatMs = 10_000;

interface BackendOptions {
	/** The data directory of the database server. */
	directory: string;
	log: Log;
	telegram: TelegramServer;
	/** The origin of the bots' webhook receiver. The service accepts no other local address for a webhook. */
	receiver: string;
	/** True if the service runs in a separate process, which can be killed. */
	serviceOutside: boolean;
	/** True if the database server may crash during the run. Commits must then wait for the disk. */
	databaseCrashes: boolean;
}

export async function openBackend(options: BackendOptions): Promise<Backend> {
	const { directory, log, telegram: server, receiver, serviceOutside, databaseCrashes } = options;
	await using stack = new AsyncDisposableStack();
	const database = stack.use(await createDatabase(stack.use(await openServer(directory)), { force: true }));
	// Test databases confirm a commit before it is on disk, and a crash of the server would lose it. So commits wait for
	// the disk if the server may crash.
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
	let offset = 0;
	const { sql } = database;
	async function deleteActiveJobs(): Promise<void> {
		// If the service runs in a separate process, it may have died too. So the active jobs of its queues are also
		// deleted.
		await sql`delete from pgboss.job where state = 'active' and (name like 'bot.%' or ${serviceOutside})`;
	}
	const parts = stack.move();
	/** The advances of the clock and the crashes of the database, one after another. */
	let advanced = Promise.resolve();
	async function advance(ms: number): Promise<void> {
		await database.advance(ms);
		offset += ms;
		// The job queue, pg-boss, uses the real time `now()` instead of `clock()`. So the start times of its jobs are moved
		// into the past.
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
		crashDatabase() {
			advanced = advanced.then(() => crashDatabase(sql));
			return advanced;
		},
		telegram,
		telegramUrl,
		now: () => Date.now() + offset,
		advance(milliseconds) {
			// Two actions may advance the clock at the same time. Run them one after another, because the clock and the jobs
			// must move together.
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

/**
 * The bot's queues, each with the query for its due rows. They have no handler here, because the bots' processes handle
 * the jobs.
 */
const sweptQueues = {
	"bot.operation": { due: dueRows["bot.operation"] },
	"bot.event": { due: dueRows["bot.event"] },
	"bot.board": { due: dueRows["bot.board"] },
	"bot.outbox": { due: dueRows["bot.outbox"] },
	"bot.screen": { due: dueRows["bot.screen"] },
};

/** Returns the milliseconds until the end of the day in UTC. */
export function untilMidnight(now: number): number {
	const day = 86_400_000;
	return day - (now % day);
}

/** Returns the base URL with which to reach the service through the proxy at this origin. */
export function serviceUrlBy(proxy: string): string {
	return `${proxy}${basePath}`;
}
