import type { Jobs, QueuesOf } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Service } from "@domains/trading-service/index.ts";
import type { Tasks } from "./actions/tasks.ts";
import type { DomainBot } from "./bot/deps.ts";
import { dueRows } from "./store/sweeps.ts";

type WorkOptions = Parameters<Jobs["work"]>[0];

interface WorkersOptions extends Pick<WorkOptions, "db" | "observe" | "shutdown"> {
	jobs: Jobs;
	log: Log;
	tasks: Tasks;
	bot: Pick<DomainBot, "drawScreen" | "sendNotification">;
	/** The built-in service; null if the bot uses another service. */
	service: Pick<Service, "queues" | "nightly"> | null;
	/**
	 * Returns true if this process must do the nightly work now. That happens once a day in one process, even if
	 * processes restart.
	 */
	isNight(): Promise<boolean>;
	/** Deletes the rate limiter's rows that are no longer needed. */
	forgetUnusedLimits(): Promise<void>;
}

const hourMs = 3_600_000;

/**
 * Starts the workers of all queues. Also starts a timer for the nightly work, such as deleting old rows. The timer
 * checks every hour whether this work is due.
 */
export function startWorkers(given: WorkersOptions): AsyncDisposable {
	const { jobs, log, tasks, bot, service, isNight, forgetUnusedLimits, ...options } = given;
	const botQueues: QueuesOf<"bot"> = {
		"bot.operation": { due: dueRows["bot.operation"], handle: tasks.operation },
		"bot.event": { due: dueRows["bot.event"], handle: tasks.event },
		"bot.board": { due: dueRows["bot.board"], handle: tasks.board },
		// A watch is a check that the bot repeats. Only two run at a time: a check can wait, but people's requests need the
		// processor and the database (bench/measures/watches.ts).
		"bot.watch": { due: dueRows["bot.watch"], handle: tasks.watch, concurrency: 2 },
		"bot.outbox": { due: dueRows["bot.outbox"], handle: bot.sendNotification },
		"bot.screen": { due: dueRows["bot.screen"], handle: bot.drawScreen },
	};
	const workers = jobs.work({ queues: { ...botQueues, ...service?.queues }, ...options });
	const refreshed = tasks
		.refreshReceivers()
		.catch((error) => log.error({ error }, "webhook addresses could not be refreshed"));
	let closing = false;
	const nightly = async (): Promise<void> => {
		const parts = [forgetUnusedLimits, () => tasks.nightly(), async () => await service?.nightly()];
		// If one part of the nightly work fails, the next parts still run.
		if (await isNight().catch(logFailure)) for (const part of parts) await part().catch(logFailure);
	};
	const logFailure = (error: unknown): void => {
		if (!closing) log.error({ error }, "nightly work failed");
	};
	// The process also checks at its start whether the nightly work is due. A process that restarts often may end before
	// the timer fires.
	void nightly();
	const timer = setInterval(() => void nightly(), hourMs);
	return {
		async [Symbol.asyncDispose]() {
			closing = true;
			clearInterval(timer);
			await Promise.all([refreshed, workers[Symbol.asyncDispose]()]);
		},
	};
}
