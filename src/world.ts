import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@domains/kit/errors.ts";
import { createApp } from "@domains/kit/http/app.ts";
import { chooseAddress, listen, localUrl } from "@domains/kit/http/listen.ts";
import { addHealth, addMetrics } from "@domains/kit/http/metrics.ts";
import { counted, type Log } from "@domains/kit/log.ts";
import { holdPresence, type Presence } from "@domains/kit/postgres/presence.ts";
import { createRateLimiter, type RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Actions, Unreadable } from "./actions/index.ts";
import { createBot, type DomainBot } from "./bot/index.ts";
import { createTexts } from "./bot/screens/texts.ts";
import type { Config } from "./config.ts";
import { addPrograms } from "./programs/routes.ts";
import { dayMs } from "./rules/local-time.ts";
import { claimBot, type ServedBot } from "./store/bot-identity.ts";
import { createChatStore } from "./store/chats.ts";
import { createOutboxStore } from "./store/outbox.ts";
import { createScreenStore } from "./store/screens.ts";
import { startWorkers } from "./workers.ts";
import { openActions } from "./world/actions.ts";
import { type Infrastructure, openInfrastructure } from "./world/infrastructure.ts";
import { openUpdates, type ReadinessReason } from "./world/intake.ts";
import { createUnreadable, createWorldMetrics, type WorldMetrics } from "./world/metrics.ts";
import { checkService, createWorldReadiness, kept, openService, type ServicePart } from "./world/service.ts";
import { createShutdown } from "./world/service-only.ts";
import { addEvents, addUpdates, createWebhook, localBot, openTelegram } from "./world/telegram.ts";

export interface World extends AsyncDisposable {
	/** With the local Telegram, a person opens it in a browser. */
	url: string;
	/** `url` shows the chat page of the local Telegram. */
	hasPage: boolean;
}

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

interface BotOptions {
	config: Config;
	log: Log;
	base: Infrastructure;
	presence: Presence;
	rateLimiter: RateLimiter;
	metrics: Pick<WorldMetrics, "onTelegramCall" | "onUpdate" | "onAlone">;
	onUnreadable: Unreadable;
	actions: Actions;
	token: string;
	apiRoot: string;
	/** Null for an external service. */
	registrar: ServicePart["registrar"];
	onPoll(trouble: string | undefined): void;
	shutdown: AbortSignal;
}

const locales = join(import.meta.dirname, "..", "locales");

/** Does nothing until it is started. */
function openBot(options: BotOptions): DomainBot {
	const { config, base, presence, rateLimiter, metrics, actions, token, apiRoot, registrar, onPoll, shutdown } =
		options;
	const log = options.log.child({ part: "bot" });
	return createBot({
		token,
		apiRoot,
		filesDir: config.telegram.filesDir ?? null,
		actions,
		log,
		onPoll,
		shutdown,
		ports: {
			chats: createChatStore(base.sql, presence.newLeaseId, metrics.onAlone),
			screens: createScreenStore(base.sql, presence.newLeaseId, metrics.onAlone),
			outbox: createOutboxStore(base.sql, rateLimiter),
		},
		async claim(identity) {
			const other = await claimBot(base.sql, identity, localBot);
			if (other) throw anotherBot(other, identity, config);
		},
		texts: createTexts({
			directory: locales,
			onMissing: (locale, problem) => log.error({ locale, problem }, "a text is missing or wrong"),
		}),
		settings: {
			serviceName: config.service.name ?? (registrar?.isRemote ? registrar.name : null),
			// Real money has one owner, who gets the token from the operator's command.
			sandbox: registrar?.playMoney ?? false,
			supportUrl: config.service.supportUrl ?? null,
			topUpUrl: config.service.topUpUrl ?? null,
			programsUrl: config.http.publicUrl ?? localUrl(config.http),
		},
		allowedUsers: config.people.allowed ? new Set(config.people.allowed) : null,
		updatesPerMinute: config.people.updatesPerMinute,
		now: () => new Date(),
		sleep: (ms, signal) => sleep(ms, undefined, { ...(signal && { signal }) }),
		onCall: metrics.onTelegramCall,
		onUpdate: metrics.onUpdate,
		onUnreadable: options.onUnreadable,
	});
}

function anotherBot(served: ServedBot, asked: ServedBot, { databaseUrl }: Config): AppError {
	const setting = databaseUrl ? "DATABASE_URL" : "DATA_DIR";
	const [its, other] = [served, asked].map(({ id, username }) => `@${username} (${id})`);
	return new AppError(
		"another_bot",
		`This database serves ${its}: set BOT_TOKEN to its token, or set another ${setting} for ${other}`,
	);
}
