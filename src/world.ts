import { createApp } from "@domains/kit/http/app.ts";
import { chooseAddress, listen } from "@domains/kit/http/listen.ts";
import { addHealth, addMetrics } from "@domains/kit/http/metrics.ts";
import { counted, type Log } from "@domains/kit/log.ts";
import { holdPresence } from "@domains/kit/postgres/presence.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Config } from "./config.ts";
import { addPrograms } from "./programs/routes.ts";
import { startWorkers } from "./workers.ts";
import { openActions } from "./world/actions.ts";
import { openBot } from "./world/bot.ts";
import { openInfrastructure } from "./world/infrastructure.ts";
import { openUpdates, type ReadinessReason } from "./world/intake.ts";
import { createUnreadable, createWorldMetrics } from "./world/metrics.ts";
import { checkService, createWorldReadiness, kept, openService } from "./world/service.ts";
import { createShutdown } from "./world/service-only.ts";
import { addEvents, addUpdates, createWebhook, openTelegram } from "./world/telegram.ts";

export interface World extends AsyncDisposable {
	/** With the local Telegram, a person opens it in a browser. */
	url: string;
	/** `url` shows the chat page of the local Telegram. */
	hasPage: boolean;
}

const dayMs = 24 * 3_600_000;

/**
 * Opens the parts in order of dependency. Disposing closes the parts in reverse order, in less than ten seconds. `/ready` fails as soon
 * as closing begins. Throws if `signal` aborts before all parts are open.
 */
export async function createWorld(config: Config, plainLog: Log, signal?: AbortSignal): Promise<World> {
	await using whole = new AsyncDisposableStack();
	const metrics = createWorldMetrics();
	const log = counted(plainLog, metrics.onLine);
	const { shutdownSignal: shutdown, close } = createShutdown(log);
	const folders = ["bot", "service"] as const;
	const address = await chooseAddress(config.http);
	const { onStatement, onRead } = metrics;
	const base = whole.use(
		await openInfrastructure({ config, log, folders, role: "start", onStatement, onRead, ...(signal && { signal }) }),
	);
	const stack = whole.adopt(new AsyncDisposableStack(), close);
	const { sessionUrl, vault, jobs, db, sql } = base;
	const presence = stack.use(holdPresence({ url: sessionUrl, log }));
	const rateLimiter = createRateLimiter(sql);
	const onUnreadable = createUnreadable(log, metrics.onUnreadable);
	const readiness = createWorldReadiness(sql, folders);
	metrics.watch(db, readiness);

	// The registrar service sends events there; null if it is external and `PUBLIC_URL` is not set.
	const receiver = config.http.publicUrl ?? (config.service.url ? null : address.url);
	const { port: ownPort } = address;
	const service = stack.use(
		await openService({ config, log, base, observe: metrics.onServed, receiver, ownPort, shutdown }),
	);
	const telegram = stack.use(await openTelegram({ config, log, vault, ownUrl: address.url }));
	const { record } = telegram;
	const { actions, tasks } = stack.use(
		openActions({ config, log, base, rateLimiter, metrics, service, receiver, record, onUnreadable, shutdown }),
	);

	const reason: ReadinessReason = { reason: "The bot has not been started yet." };
	const onPoll = (trouble: string | undefined): void => {
		reason.reason = trouble;
	};
	const bot = openBot({
		config,
		log,
		base,
		presence,
		rateLimiter,
		metrics,
		onUnreadable,
		actions,
		...telegram,
		registrar: service.registrar,
		onPoll,
		shutdown,
	});
	const { token, callbackUrl } = telegram;
	const webhook = config.telegram.mode === "webhook" && callbackUrl ? createWebhook(vault, token, callbackUrl) : null;
	const asked = kept(() => bot.checkWebhook(webhook?.address ?? null), "Telegram cannot be reached.");
	readiness.add("telegram", async () => reason.reason ?? (await asked()));
	readiness.add("service", checkService(service, shutdown));

	const { trustedProxies } = config.builtInService;
	const app = createApp({ log, trustedProxies, onAnswer: metrics.onAnswer });
	stack.defer(() => app.close());
	addHealth(app, readiness);
	addMetrics(app, metrics.registry, { exposed: config.http.expose.has("metrics") });
	addEvents(app, actions);
	addPrograms(app, { program: actions.program, log, rateLimiter }, config.http.publicUrl ?? address.url);
	if (webhook) addUpdates(app, webhook, bot);
	if (telegram.plugin) await app.register(telegram.plugin);
	const url = await listen(app, { ...address, setting: "PORT" });

	stack.defer(() => bot.close());
	const intake = await openUpdates({ bot, log, reason, webhook, sessionUrl, ...(signal && { signal }) });
	signal?.throwIfAborted();
	const observe = metrics.onJob;
	const forgetUnusedLimits = (): Promise<void> => rateLimiter.forgetUnused();
	const isNight = async (): Promise<boolean> =>
		(await rateLimiter.acquire([{ key: "night", everyMs: dayMs, burst: 1 }])).go;
	stack.use(
		startWorkers({
			jobs,
			db,
			log,
			tasks,
			bot,
			service: service.background,
			observe,
			isNight,
			forgetUnusedLimits,
			shutdown,
		}),
	);
	stack.use(intake.start());
	stack.defer(() => readiness.close());
	signal?.throwIfAborted();
	const opened = whole.move();
	return { url, hasPage: telegram.plugin !== null, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
