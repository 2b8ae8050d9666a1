import type { Tasks } from "./actions/index.ts";
import type { DomainBot } from "./bot/index.ts";
import type { Handler, Jobs, QueueName, Sweep } from "./jobs/index.ts";
import type { Log } from "./log.ts";
import type { Service } from "./service/index.ts";

type WorkOptions = Parameters<Jobs["work"]>[0];

interface WorkersOptions extends Pick<WorkOptions, "db" | "observe" | "shutdown"> {
	jobs: Jobs;
	log: Log;
	tasks: Tasks;
	bot: Pick<DomainBot, "drawScreen" | "sendAlert">;
	/** The built-in service; null with a foreign one. */
	service: Pick<Service, "handlers" | "sweeps" | "nightly"> | null;
	/** True for one process a day, over all restarts. */
	isNight(): Promise<boolean>;
	/** Forgets turns that nobody takes any more. */
	forgetTurns(): Promise<void>;
}

const hourMs = 3_600_000;

/** Which queue rings for what: the one place where verbs, bot and service meet. */
export function startWorkers(given: WorkersOptions): AsyncDisposable {
	const { jobs, log, tasks, bot, service, isNight, forgetTurns, ...options } = given;
	const handlers: Partial<Record<QueueName, Handler>> = {
		"bot.operation": tasks.operation,
		"bot.event": tasks.event,
		"bot.screen": bot.drawScreen,
		"bot.outbox": bot.sendAlert,
		...service?.handlers,
	};
	const sweeps: Sweep[] = [...tasks.sweeps, ...(service?.sweeps ?? [])];
	const workers = jobs.work({ handlers, sweeps, ...options });
	const refreshed = tasks.refreshReceivers().catch((error) => log.error({ error }, "receivers were not refreshed"));
	let closing = false;
	const nightly = async (): Promise<void> => {
		const parts = [forgetTurns, () => tasks.nightly(), async () => await service?.nightly()];
		// Each by itself: what fails in one is no reason to leave out the others.
		if (await isNight().catch(logFailure)) for (const part of parts) await part().catch(logFailure);
	};
	const logFailure = (error: unknown): void => {
		if (!closing) log.error({ error }, "a night's work failed");
	};
	// At once too: a machine that is started anew every day would never come to it.
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
