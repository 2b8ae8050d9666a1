import type { ServiceAdmin } from "@domains/contract/admin.ts";
import { listen } from "@domains/kit/http/listen.ts";
import { type Check, createReadiness, type Readiness } from "@domains/kit/http/metrics.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { createMigrationCheck, type MigrationFolder } from "@domains/kit/postgres/migrate.ts";
import type { Answered } from "@domains/trading-service/app.ts";
import { basePath, createService, type Service } from "@domains/trading-service/index.ts";
import { Agent, request } from "undici";
import type { Config } from "../config.ts";
import type { Infrastructure } from "./infrastructure.ts";

/** The built-in service or an external one. */
export interface ServicePart extends AsyncDisposable {
	/** With its version, such as `https://example.com/api/v1`. */
	url: string;
	/**
	 * In database rows: the address of an external service, and a fixed name for the built-in one, whose port may change.
	 */
	name: string;
	/** Null for an external service, like `background`. */
	admin: ServiceAdmin | null;
	background: Background | null;
	/** Null for an external service. */
	registrar: Service["registrar"] | null;
	/** Answers for the domains of the built-in service; null if its registrar does, and for an external service. */
	dns: { address: string; port: number } | null;
}

interface BuiltIn extends ServicePart {
	admin: ServiceAdmin;
	background: Background;
}

type Background = Pick<Service, "queues" | "nightly">;

interface ServiceOptions {
	config: Config;
	log: Log;
	base: Infrastructure;
	observe?: (answered: Answered) => void;
	/**
	 * The bot receives events there; null if nowhere. The built-in service sends events only to public https addresses,
	 * except to this one, which may use plain HTTP and belong to this machine.
	 */
	receiver: string | null;
	/**
	 * Where the bot listens, perhaps in another process with the same settings; null if there is no bot. The service
	 * sends events to this port of this machine only under `/events/`. Otherwise, an account could make the service call
	 * other paths of the bot.
	 */
	ownPort: number | null;
	/** Closes the connections of requests that are still in progress. */
	shutdown: AbortSignal;
}

export async function openService(options: ServiceOptions): Promise<ServicePart> {
	const foreign = options.config.service.url;
	if (foreign === undefined) return openBuiltIn(options);
	return {
		url: foreign,
		name: foreign,
		admin: null,
		background: null,
		registrar: null,
		dns: null,
		[Symbol.asyncDispose]: async () => {},
	};
}

export async function openBuiltIn({ observe, shutdown, ...options }: ServiceOptions): Promise<BuiltIn> {
	await using stack = new AsyncDisposableStack();
	const service = await buildService(options, observe);
	stack.defer(() => service.close());
	shutdown.addEventListener("abort", () => service.app.server.closeAllConnections(), { once: true });
	const address = await listen(service.app, { ...options.config.builtInService, setting: "SERVICE_PORT" });
	const dns = service.registrar.hasNameservers ? null : await listenDns(service);
	if (dns) options.log.info({ server: `${dns.address}:${dns.port}` }, "the nameserver of managed domains is listening");
	const { admin } = service;
	const parts = stack.move();
	return {
		url: `${address}${basePath}`,
		name: "built-in",
		admin,
		background: service,
		registrar: service.registrar,
		dns,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** Port 8053 of the loopback address, or a free port if it is taken. */
async function listenDns(service: Service): Promise<{ address: string; port: number }> {
	const host = "127.0.0.1";
	return await service.listenDns({ host, port: 8053 }).catch(() => service.listenDns({ host, port: 0 }));
}

type BuildOptions = Omit<ServiceOptions, "observe" | "shutdown">;

/** Does not listen yet, because some callers use only its operator interface. */
export function buildService(
	{ config, log, base, receiver, ownPort }: BuildOptions,
	observe: (answered: Answered) => void = () => {},
): Promise<Service> {
	const { trustedProxies, webhookAllowedOrigins, porkbun } = config.builtInService;
	return createService({
		database: base,
		jobs: base.jobs,
		vault: base.vault,
		log: log.child({ part: "service" }),
		trustedProxies,
		allowedOrigins: webhookAllowedOrigins,
		...(receiver !== null && { receiverBase: new URL(`${receiver}/events/`).href }),
		...(ownPort !== null && { ownPort }),
		...(porkbun && { porkbun }),
		observe,
	});
}

/** The caller adds the checks of other parts. */
export function createWorldReadiness(sql: Sql, folders: readonly MigrationFolder[]): Readiness {
	const readiness = createReadiness();
	readiness.add("database", async () => void (await sql`select 1`));
	readiness.add("migrations", createMigrationCheck(sql, folders));
	return readiness;
}

/**
 * Calls an external registrar service without a token. Any status below 500 means that it works. The built-in service
 * always does.
 */
export function checkService({ url, admin }: Pick<ServicePart, "url" | "admin">, shutdown: AbortSignal): Check {
	if (admin) return () => undefined;
	// The calls of the bot ignore `NODE_USE_ENV_PROXY`, and the global dispatcher would not.
	const dispatcher = new Agent();
	return kept(async () => {
		const { statusCode, body } = await request(`${url}/account`, { dispatcher, signal: shutdown });
		await body.dump();
		return statusCode >= 500 ? `The service answers ${statusCode}.` : undefined;
	}, "The service cannot be reached.");
}

const keptMs = 5_000;

/**
 * For five seconds, so frequent readiness checks put little load on other services. If `ask` throws, the result is
 * `otherwise`.
 */
export function kept(ask: () => Promise<string | undefined>, otherwise: string): Check {
	let asked = Number.NEGATIVE_INFINITY;
	let answer: Promise<string | undefined> = Promise.resolve(undefined);
	return () => {
		if (performance.now() - asked < keptMs) return answer;
		asked = performance.now();
		answer = ask().catch(() => otherwise);
		return answer;
	};
}
