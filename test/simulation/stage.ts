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

/** What a run plays on and what outlives every crash of the bot: database, service and Telegram, under one clock. */
export interface Stage extends AsyncDisposable {
	database: TestDatabase;
	secretKey: Buffer;
	vault: Vault;
	service: Service;
	/** Where the service answers, without its base path; undefined while its process is dead. */
	readonly serviceOrigin: string | undefined;
	/** Kills the service's process, if it has one of its own; another one takes its place. */
	killService(): void;
	/** Crashes the database server, and waits until it has recovered. */
	crashDatabase(): Promise<void>;
	telegram: Telegram;
	telegramUrl: string;
	/** Milliseconds since 1970 by the databases' clock. */
	now(): number;
	/** Lets time pass for everything that keeps it in a database: rows, leases, queued jobs. */
	advance(milliseconds: number): Promise<void>;
	/** Rings for every row that is due, as a sweep does each second. */
	ring(): Promise<void>;
	/** Bells that some process is answering, or could. */
	ringing(): Promise<number>;
	/** What a dead process was at is at once to be done by others, as it would be ten seconds later. */
	forgetActiveBells(): Promise<void>;
}

/** A process that has not touched its bells for so long has lost them. */
export const heartbeatMs = 10_000;

interface StageOptions {
	/** Of the database server. */
	directory: string;
	log: Log;
	telegram: TelegramServer;
	/** Where the service may send events although it is on this machine. */
	receiver: string;
	/** The service answers from a process of its own. */
	serviceOutside: boolean;
	/** The database server may crash. */
	databaseCrashes: boolean;
}

export async function openStage(options: StageOptions): Promise<Stage> {
	const { directory, log, telegram: server, receiver, serviceOutside, databaseCrashes } = options;
	await using stack = new AsyncDisposableStack();
	const database = stack.use(await createDatabase({ directory, force: true }));
	// Elsewhere a commit is not worth waiting for, because nothing here outlives the server; a crash would lose it.
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
	const workers = stack.use(
		jobs.work({ handlers: service.handlers, sweeps: [...service.sweeps, ...botSweeps], db: database.db }),
	);
	const { telegram, url: telegramUrl } = server;
	stack.defer(() => telegram.faults.clear());
	let offset = 0;
	const { sql } = database;
	async function forgetActiveBells(): Promise<void> {
		// The service's own are lost too where its process may have died with them.
		await sql`delete from pgboss.job where state = 'active' and (name like 'bot.%' or ${serviceOutside})`;
	}
	const parts = stack.move();
	let advanced = Promise.resolve();
	async function advance(ms: number): Promise<void> {
		await database.advance(ms);
		offset += ms;
		// The queue has a clock of its own.
		await sql`
			update pgboss.job set start_after = start_after - ${ms} * interval '1 ms' where state < 'active'`;
		if (ms >= heartbeatMs) await forgetActiveBells();
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
			// Two deeds may let time pass at once, and each moves the clock and the queue together.
			advanced = advanced.then(() => advance(Math.max(0, Math.ceil(milliseconds))));
			return advanced;
		},
		ring: () => workers.sweep(),
		async ringing() {
			const [row] = await sql<{ count: number }[]>`
				select count(*)::int as count from pgboss.job
				where state = 'active' or (state < 'active' and start_after <= now())`;
			return row?.count ?? 0;
		},
		forgetActiveBells,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

const botSweeps = (["bot.operation", "bot.event", "bot.outbox", "bot.screen"] as const).map((queue) => ({
	queue,
	due: dueRows[queue],
}));

/** Milliseconds until the day (UTC) ends. */
export function untilMidnight(now: number): number {
	const day = 86_400_000;
	return day - (now % day);
}

/** The service's base address by way of a proxy. */
export function serviceUrlBy(proxy: string): string {
	return `${proxy}${basePath}`;
}

/** Waits until it is so, for as long as this many milliseconds of real time; false when it never was. */
export async function until(isSo: () => boolean | Promise<boolean>, patience: number, every = 10): Promise<boolean> {
	for (const end = performance.now() + patience; performance.now() < end; await sleep(every)) {
		if (await isSo()) return true;
	}
	return await isSo();
}
