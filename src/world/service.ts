import type { Config } from "../config.ts";
import type { AccountDesk } from "../contract/desk.ts";
import { listen } from "../http/listen.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Log } from "../log.ts";
import { basePath, createService, type Service } from "../service/index.ts";
import type { Base } from "./base.ts";

/** The service that people connect to. */
export interface ServicePart extends AsyncDisposable {
	/** Its base address, version segment included. */
	url: string;
	/** What only the built-in service has: the operator's desk, and work to do in the background. */
	desk: AccountDesk | null;
	background: Pick<Service, "handlers" | "sweeps"> | null;
}

interface ServiceOptions {
	config: Config;
	log: Log;
	base: Base;
	metrics: Metrics;
	/** An origin that may receive events although it is on this machine. */
	receiver: string | null;
}

/** The one that is set, else the built-in one, which listens on a port of its own. */
export async function openService({ config, log, base, metrics, receiver }: ServiceOptions): Promise<ServicePart> {
	const foreign = config.service.url;
	if (foreign) return { url: foreign, desk: null, background: null, [Symbol.asyncDispose]: async () => {} };
	const { host, port, trustedProxies, webhookAllowedOrigins } = config.builtInService;
	const time = metrics.timer("service_request_seconds", "Requests the service answered", ["method", "route", "status"]);
	const service = await createService({
		database: base,
		jobs: base.jobs,
		vault: base.vault,
		log: log.child({ part: "service" }),
		trustedProxies,
		allowedOrigins: [...webhookAllowedOrigins, ...(receiver ? [new URL(receiver).origin] : [])],
		observe: ({ method, route, status, seconds }) => time({ method, route, status }, seconds * 1_000),
	});
	const address = await listen(service.app, { host, port, setting: "SERVICE_PORT" });
	const { desk } = service;
	return { url: `${address}${basePath}`, desk, background: service, [Symbol.asyncDispose]: () => service.close() };
}
