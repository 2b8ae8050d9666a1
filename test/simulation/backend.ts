import { randomBytes } from "node:crypto";
import { createJobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { createVault, type Vault } from "@domains/kit/vault.ts";
import { basePath, createService, type Service } from "@domains/trading-service/index.ts";
import { createSandboxRegistrar } from "@domains/trading-service/registrar/sandbox.ts";
import type { Telegram } from "local-telegram";
import { dueRows } from "../../src/store/sweeps.ts";
import { createDatabase, openServer, type TestDatabase } from "../support/new-database.ts";
import { crashDatabase, keepCommits } from "./database-crash.ts";
import { openServiceProcess } from "./service-process.ts";
import type { TelegramServer } from "./telegram.ts";

/** The parts of a run that survive every crash of the bot. All use the same clock. */
export interface Backend extends AsyncDisposable {
	database: TestDatabase;
	secretKey: Buffer;
	vault: Vault;
	service: Service;
	/** Has no base path. Undefined while the service's process is dead. */
	readonly serviceOrigin: string | undefined;
	/** A new process starts at once. Does nothing if the service runs in this process. */
	killService(): void;
	/** Waits until the server has recovered. */
	crashDatabase(): Promise<void>;
	telegram: Telegram;
	telegramUrl: string;
	/** In milliseconds since 1970, on the database clock. */
	now(): number;
	/**
	 * The database clock decides when rows are due and when leases expire. The job queue uses the real clock, so the
	 * start times of queued jobs become earlier by the same amount.
	 */
	advance(milliseconds: number): Promise<void>;
	/** All due rows except watches. In production, each process does this every second. */
	sweep(): Promise<void>;
	/** A run ends when no work is left, and with watches some work would always be left. */
	sweepWatches(): Promise<void>;
	/** Running or ready to run. */
	pendingJobs(): Promise<number>;
	/**
	 * Without this, other processes could take over the jobs of a dead process only after 10 s. Includes those of the
	 * service if it runs in a separate process.
	 */
	deleteActiveJobs(): Promise<void>;
}

/** If a worker sends no heartbeat for this long, the queue gives its job to another worker. */
export const heartbeatMs = 10_000;

interface BackendOptions {
	directory: string;
	log: Log;
	telegram: TelegramServer;
	receiver: string;
	/** It can be killed then. */
	serviceOutside: boolean;
	/** Commits must then wait for the disk. */
	databaseCrashes: boolean;
}

export async function openBackend(options: BackendOptions): Promise<Backend> {
	const { directory, log, telegram: server, receiver, serviceOutside, databaseCrashes } = options;
	await using stack = new AsyncDisposableStack();
	const database = stack.use(await createDatabase(stack.use(await openServer(directory)), { force: true }));
	// Test databases confirm a commit before it is on disk, and a crash of the server would lose it.
	if (databaseCrashes) await keepCommits(database.sql);
	const secretKey = randomBytes(32);
	const vault = createVault(secretKey);
	const jobs = stack.use(await createJobs({ url: database.url, log }));
	const service = await createService({
		database,
		jobs,
		vault,
		log,
		registrar: createSandboxRegistrar({ ...database, sleep: async () => {} }),
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
		// A service in a separate process may have died too.
		await sql`delete from pgboss.job where state = 'active' and (name like 'bot.%' or ${serviceOutside})`;
	}
	const parts = stack.move();
	let advanced = Promise.resolve();
	async function advance(ms: number): Promise<void> {
		await database.advance(ms);
		offset += ms;
		// pg-boss uses the real time `now()` instead of `clock()`.
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
			// The clock and the jobs must move together, so actions must not advance it at the same time.
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

/** No handlers, because the bots' processes handle the jobs. */
const sweptQueues = {
	"bot.operation": { due: dueRows["bot.operation"] },
	"bot.event": { due: dueRows["bot.event"] },
	"bot.board": { due: dueRows["bot.board"] },
	"bot.outbox": { due: dueRows["bot.outbox"] },
	"bot.screen": { due: dueRows["bot.screen"] },
};

/** In UTC. */
export function untilMidnight(now: number): number {
	const day = 86_400_000;
	return day - (now % day);
}

export function serviceUrlBy(proxy: string): string {
	return `${proxy}${basePath}`;
}
