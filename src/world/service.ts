import type { Config } from "../config.ts";
import type { ServiceAdmin } from "../contract/admin.ts";
import { listen } from "../http/listen.ts";
import type { Log } from "../log.ts";
import type { Answered } from "../service/app.ts";
import { basePath, createService, type Service } from "../service/index.ts";
import type { Infrastructure } from "./infrastructure.ts";

/** The service that people connect to. */
export interface ServicePart extends AsyncDisposable {
	/** Its base address, version segment included. */
	url: string;
	/** Its name in rows: the address, or a fixed name for the built-in one, whose port may change. */
	name: string;
	/** Only the built-in service has these two: the admin interface, and background work. */
	admin: ServiceAdmin | null;
	background: Background | null;
	/** The nameserver that answers for managed domains. */
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
	/** The address at which this process receives events; the service may call it although it is on this machine. */
	receiver: string | null;
	/** The port at which this process, or the bot with these settings, listens; null if there is no bot. */
	ownPort: number | null;
	/** Ends the requests that are still in progress. */
	shutdown: AbortSignal;
}

/** Opens the configured service, or else the built-in one. */
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

/** Opens the built-in service on its own port. */
export async function openBuiltIn({ observe, shutdown, ...options }: ServiceOptions): Promise<BuiltIn> {
	await using stack = new AsyncDisposableStack();
	const service = await buildService(options, observe);
	stack.defer(() => service.close());
	shutdown.addEventListener("abort", () => service.app.server.closeAllConnections(), { once: true });
	const address = await listen(service.app, { ...options.config.builtInService, setting: "SERVICE_PORT" });
	const dns = await listenDns(service);
	options.log.info({ server: `${dns.address}:${dns.port}` }, "the nameserver of managed domains listens");
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

/** Listens on loopback only: on a port that is easy to remember, or on a free one if that is taken. */
async function listenDns(service: Service): Promise<{ address: string; port: number }> {
	const host = "127.0.0.1";
	return await service.listenDns({ host, port: 8053 }).catch(() => service.listenDns({ host, port: 0 }));
}

type BuildOptions = Omit<ServiceOptions, "observe" | "shutdown">;

/** Builds the built-in service without a listener: for its admin interface, or for a caller that makes it listen. */
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
