import type { ServiceAdmin } from "@domains/contract/admin.ts";
import { listen } from "@domains/kit/http/listen.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Answered } from "@domains/trading-service/app.ts";
import { basePath, createService, type Service } from "@domains/trading-service/index.ts";
import type { Config } from "../config.ts";
import type { Infrastructure } from "./infrastructure.ts";

/**
 * The registrar service (Domain Trading Service) at which people have their accounts: the built-in one or an external
 * one.
 */
export interface ServicePart extends AsyncDisposable {
	/** The base address of the API, with its version, such as `https://example.com/api/v1`. */
	url: string;
	/**
	 * The service's name in database rows. It is the address of an external service. For the built-in service, it is a
	 * fixed name, because the port of that service may change.
	 */
	name: string;
	/**
	 * The operator's interface to the built-in service, and its background work. Both are null for an external service.
	 */
	admin: ServiceAdmin | null;
	background: Background | null;
	/** The address of the nameserver that answers for the domains of the built-in service; null for an external one. */
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
	/** Called after every answered request. */
	observe?: (answered: Answered) => void;
	/**
	 * The base address at which the bot receives events; null if there is none. The built-in service sends events only to
	 * public https addresses. This address is an exception: it may use plain HTTP and belong to this machine.
	 */
	receiver: string | null;
	/**
	 * The port at which the bot listens; null if there is no bot. The bot may run in another process with the same
	 * settings. The service sends events to this port of this machine only if the path is under `/events/`. Otherwise, an
	 * account could make the service call other paths of the bot.
	 */
	ownPort: number | null;
	/** When this signal aborts, the connections of requests that are still in progress are closed. */
	shutdown: AbortSignal;
}

/** Opens the external service if one is configured, otherwise the built-in one. */
export async function openService(options: ServiceOptions): Promise<ServicePart> {
	const foreign = options.config.service.url;
	if (foreign === undefined) return openBuiltIn(options);
	return {
		url: foreign,
		name: foreign,
		admin: null,
		background: null,
		dns: null,
		[Symbol.asyncDispose]: async () => {},
	};
}

/** Starts the built-in service at its configured address. Also starts its nameserver. */
export async function openBuiltIn({ observe, shutdown, ...options }: ServiceOptions): Promise<BuiltIn> {
	await using stack = new AsyncDisposableStack();
	const service = await buildService(options, observe);
	stack.defer(() => service.close());
	shutdown.addEventListener("abort", () => service.app.server.closeAllConnections(), { once: true });
	const address = await listen(service.app, { ...options.config.builtInService, setting: "SERVICE_PORT" });
	const dns = await listenDns(service);
	options.log.info({ server: `${dns.address}:${dns.port}` }, "the nameserver of managed domains is listening");
	const { admin } = service;
	const parts = stack.move();
	return {
		url: `${address}${basePath}`,
		name: "built-in",
		admin,
		background: service,
		dns,
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** Starts the nameserver on the loopback address. Uses port 8053, or a free port if 8053 is taken. */
async function listenDns(service: Service): Promise<{ address: string; port: number }> {
	const host = "127.0.0.1";
	return await service.listenDns({ host, port: 8053 }).catch(() => service.listenDns({ host, port: 0 }));
}

type BuildOptions = Omit<ServiceOptions, "observe" | "shutdown">;

/**
 * Builds the built-in service. The service does not listen on a port yet, because some callers use only its operator
 * interface.
 */
export function buildService(
	{ config, log, base, receiver, ownPort }: BuildOptions,
	observe: (answered: Answered) => void = () => {},
): Promise<Service> {
	const { trustedProxies, webhookAllowedOrigins } = config.builtInService;
	return createService({
		database: base,
		jobs: base.jobs,
		vault: base.vault,
		log: log.child({ part: "service" }),
		trustedProxies,
		allowedOrigins: webhookAllowedOrigins,
		...(receiver !== null && { receiverBase: new URL(`${receiver}/events/`).href }),
		...(ownPort !== null && { ownPort }),
		observe,
	});
}
