import type { TldIndex } from "@domains/contract/tlds.ts";
import { usualResolvers } from "@domains/dns/ask/query.ts";
import type { Log } from "@domains/kit/log.ts";
import type { RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { Agent } from "undici";
import { createActions, type Deps, type Unreadable } from "../actions/index.ts";
import { createTasks } from "../actions/tasks.ts";
import { type ClientOptions, createClient } from "../client/index.ts";
import { createTokenLimiter } from "../client/send.ts";
import type { Config } from "../config.ts";
import { edgeModeAt } from "../store/connections.ts";
import type { Infrastructure } from "./infrastructure.ts";
import type { WorldMetrics } from "./metrics.ts";
import type { ServicePart } from "./service.ts";
import type { TelegramPart } from "./telegram.ts";

interface ActionsOptions {
	config: Config;
	log: Log;
	base: Infrastructure;
	rateLimiter: RateLimiter;
	metrics: Pick<WorldMetrics, "count" | "onPermit" | "onBlock" | "onServiceCall">;
	service: Pick<ServicePart, "url" | "name" | "admin" | "dns" | "registrar">;
	/** This process receives the registrar service's events there; null if there is none. */
	receiver: string | null;
	/** Shows each call to the registrar service on the local Telegram's chat page. */
	record?: TelegramPart["record"];
	onUnreadable: Unreadable;
	/** Aborts all calls to the registrar service. */
	shutdown: AbortSignal;
}

const callsAtOnce = 16;
const deadlineMs = 6_000;

/** Actions and background tasks share the database and one pool of HTTP connections to the registrar service. */
export function openActions(options: ActionsOptions) {
	const { config, log, base, rateLimiter, metrics, service, receiver, record, onUnreadable, shutdown } = options;
	const spellings = new Map<string, TldIndex>();
	const dialects: ClientOptions["dialects"] = new Map();
	const dispatcher = new Agent({ connections: callsAtOnce, keepAliveTimeout: 30_000 });
	const { count, onPermit, onBlock, onServiceCall: onCall } = metrics;
	const deps: Deps = {
		db: base.db,
		reader: base.reader,
		vault: base.vault,
		enqueue: base.jobs.enqueue,
		openClient({ serviceUrl, token }) {
			const baseUrl = serviceUrl === service.name ? service.url : serviceUrl;
			const limiter = createTokenLimiter({ rateLimiter, key: base.vault.fingerprint(token), onPermit, onBlock });
			return createClient({
				baseUrl,
				spellings,
				dialects,
				edgeMode: edgeModeAt(base.db, serviceUrl),
				token,
				limiter,
				dispatcher,
				log,
				onCall,
				onUnreadable: ({ service: from, endpoint: source, field }) => onUnreadable({ source, field, from }),
				...(record && { onExchange: record }),
			});
		},
		deadline: () => AbortSignal.any([AbortSignal.timeout(deadlineMs), shutdown]),
		log,
		count,
		onUnreadable,
		random: Math.random,
		service: {
			url: service.name,
			admin: service.admin,
			// A registrar allows few checks, so the checks of strangers are not spent on it.
			lookupToken: async () => {
				const opened = service.registrar ? undefined : await service.admin?.readerToken(config.service.egressIps ?? []);
				return opened?.kind === "done" ? opened.value.token : (config.service.lookupToken ?? null);
			},
			...(service.registrar && !service.registrar.playMoney && { realMoney: true as const }),
			egress: config.service.egressIps ?? [],
			receiverBase: receiver === null ? null : `${receiver}/events/`,
		},
		dns: {
			// Other resolvers do not know the domains of the built-in service.
			resolvers: config.dnsResolvers ?? (service.dns ? [] : usualResolvers()),
			builtIn: service.dns,
			onUnreadable: ({ address: from }, field) => onUnreadable({ source: "resolver", field, from }),
		},
		askTwiceAboveCents: config.people.askTwiceAboveCents,
		adminChatId: config.people.adminChatId ?? null,
		allowedUsers: config.people.allowed ? new Set(config.people.allowed) : null,
	};
	return {
		actions: createActions(deps),
		tasks: createTasks(deps),
		[Symbol.asyncDispose]: () => dispatcher.destroy(),
	};
}
