import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@domains/kit/errors.ts";
import { localUrl } from "@domains/kit/http/listen.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Presence } from "@domains/kit/postgres/presence.ts";
import type { RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Actions, Unreadable } from "../actions/index.ts";
import { createBot, type DomainBot } from "../bot/index.ts";
import { createTexts } from "../bot/screens/texts.ts";
import type { Config } from "../config.ts";
import { claimBot, type ServedBot } from "../store/bot-identity.ts";
import { createChatStore } from "../store/chats.ts";
import { createOutboxStore } from "../store/outbox.ts";
import { createScreenStore } from "../store/screens.ts";
import type { Infrastructure } from "./infrastructure.ts";
import type { WorldMetrics } from "./metrics.ts";
import type { ServicePart } from "./service.ts";
import { localBot } from "./telegram.ts";

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

const locales = join(import.meta.dirname, "..", "..", "locales");

/** Does nothing until it is started. */
export function openBot(options: BotOptions): DomainBot {
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
