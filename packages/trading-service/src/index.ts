import type { ServiceAdmin } from "@domains/contract/admin.ts";
import type { Jobs, QueuesOf } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Database } from "@domains/kit/postgres/connect.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { createSlices } from "@domains/kit/slices.ts";
import { sumCounts, type Vault } from "@domains/kit/vault.ts";
import type { FastifyInstance } from "fastify";
import { Agent } from "undici";
import { reencryptCalls } from "./admin/calls.ts";
import { createAdmin } from "./admin/index.ts";
import { type Answered, createApp } from "./app.ts";
import { createCleanup, dueCleanups } from "./cleanup.ts";
import { type DnsServer, startDnsServer } from "./dns/server.ts";
import { createZoneFinder } from "./dns/zone.ts";
import type { CallerTimes } from "./http.ts";
import { createMonitor, dueSignals } from "./monitoring.ts";
import { createLookAgain, dueOrders } from "./orders/place.ts";
import { claimRegistrar, createMirror, createPoll, duePolls } from "./registrar/mirror.ts";
import { createPorkbunClient } from "./registrar/porkbun/client.ts";
import { createPorkbunRegistrar } from "./registrar/porkbun/index.ts";
import type { PorkbunSettings } from "./registrar/porkbun/send.ts";
import type { Registrar } from "./registrar/port.ts";
import { createSandboxRegistrar } from "./registrar/sandbox.ts";
import { seedPrices } from "./store/prices.ts";
import { createDeliverer, resealSecrets } from "./webhooks/deliver.ts";
import type { Resolve } from "./webhooks/guard.ts";
import { createSender, dueEvents } from "./webhooks/send.ts";

export { basePath } from "./app.ts";

interface ServiceDeps {
	database: Pick<Database, "db" | "sql">;
	jobs: Pick<Jobs, "enqueue">;
	vault: Vault;
	log: Log;
	/** Proxies, as addresses or networks, whose `X-Forwarded-For` is trusted. */
	trustedProxies?: readonly string[];
	/** Origins such as `http://127.0.0.1:8080` that receive events although they use plain HTTP or are not public. */
	allowedOrigins?: readonly string[];
	/** Base URL under which the bot receives events, such as `https://bot.example/events/`. */
	receiverBase?: string;
	/**
	 * If a webhook URL has the port of the bot's listener and an address of this machine, its path must be below
	 * `/events/`. Otherwise, an account could make the service call other paths of the bot.
	 */
	ownPort?: number;
	/** Keys of an account at Porkbun. Without them, the sandbox is the registrar. */
	porkbun?: PorkbunKeys;
	/** Default: as `porkbun` says. */
	registrar?: Registrar;
	/** For webhook receivers. Default: the system resolver. */
	resolve?: Resolve;
	/** Aborts a delivery attempt after `ms` milliseconds. */
	timeout?: (ms: number) => AbortSignal;
	/** Default: `callerTimes`. */
	times?: CallerTimes;
	observe?(answered: Answered): void;
}

export interface PorkbunKeys extends Pick<PorkbunSettings, "url" | "apiKey" | "secretApiKey"> {
	/** They buy with play money. */
	testKeys: boolean;
}

export interface Service {
	/** Does not listen yet: call `app.listen` or `app.inject`. */
	app: FastifyInstance;
	admin: ServiceAdmin;
	queues: QueuesOf<"service">;
	/** Re-encrypts stored secrets with the vault's current key. Run it in one process. */
	nightly(): Promise<void>;
	/** Where the registrar keeps its money, domains and zones, if that is not here. */
	registrar: Pick<Registrar, "name" | "playMoney"> & { isRemote: boolean; hasNameservers: boolean };
	/**
	 * If `port` is 0, the system picks a free port. `close` also stops this server. Throws if the registrar has its own
	 * nameservers (`registrar.hasNameservers`).
	 */
	listenDns(options: { host: string; port: number }): Promise<Pick<DnsServer, "address" | "port">>;
	/** Stop the queue workers first. */
	close(): Promise<void>;
}

function openRegistrar({ database: { db, sql }, porkbun, log }: ServiceDeps, dispatcher: Agent): Registrar {
	if (!porkbun) return createSandboxRegistrar({ db, sql });
	const { testKeys, ...keys } = porkbun;
	const client = createPorkbunClient({ ...keys, dispatcher });
	return createPorkbunRegistrar({ client, testKeys, db, limiter: createRateLimiter(sql), log });
}

/** The database is migrated. Several instances can share it. */
export async function createService(deps: ServiceDeps): Promise<Service> {
	const { database, jobs, vault, log, trustedProxies = [], allowedOrigins = [], observe = () => {} } = deps;
	const { receiverBase, ownPort } = deps;
	const targets = {
		allowedOrigins,
		...(receiverBase !== undefined && { receiverBase }),
		...(ownPort !== undefined && { ownPort }),
	};
	const { db, sql } = database;
	// The global dispatcher would follow the proxy variables under `NODE_USE_ENV_PROXY`.
	const calls = new Agent({ keepAliveTimeout: 10_000 });
	const deliverer = createDeliverer({
		...targets,
		...(deps.resolve && { resolve: deps.resolve }),
		...(deps.timeout && { timeout: deps.timeout }),
	});
	const registrar = deps.registrar ?? openRegistrar(deps, calls);
	if (!registrar.remote) await seedPrices(db, registrar.prices);
	await claimRegistrar(db, registrar);
	const mirror = registrar.remote && createMirror({ db, jobs, registrar, log }, registrar.remote);
	const trade = { db, sql, jobs, registrar, mirror, slices: createSlices(), log };
	const { nameservers, nameserverDomain } = registrar;
	const app = createApp({ ...trade, trustedProxies, ...(deps.times && { times: deps.times }), observe });
	await app.ready();
	const open = new AsyncDisposableStack();
	open.defer(() => calls.destroy());
	open.defer(() => deliverer.close());
	open.defer(() => app.close());
	return {
		app,
		admin: createAdmin({ ...trade, vault, deliverer, targets }),
		queues: {
			"service.order": { due: dueOrders, handle: createLookAgain(trade) },
			// A delivery to a slow receiver takes seconds.
			"service.delivery": {
				due: dueEvents,
				handle: createSender({ db, jobs, vault, deliverer }),
				concurrency: 200,
			},
			"service.monitor": { due: dueSignals, handle: createMonitor(trade) },
			"service.registrar": { due: duePolls, handle: createPoll(db, mirror), concurrency: 1 },
			"service.cleanup": { due: dueCleanups, handle: createCleanup(db) },
		},
		async nightly() {
			const resealed = sumCounts([await resealSecrets(db, vault), await reencryptCalls(db, vault)]);
			const worked = Object.values(resealed).some((count) => count > 0);
			log[worked ? "info" : "debug"]({ ...resealed }, "re-encrypted secrets of the service");
		},
		registrar: {
			name: registrar.name,
			playMoney: registrar.playMoney,
			isRemote: registrar.remote !== null,
			hasNameservers: nameserverDomain === null,
		},
		async listenDns({ host, port }) {
			if (nameserverDomain === null) throw new Error(`${registrar.name} has its own nameservers`);
			const findZone = createZoneFinder(db, { nameservers, nameserverDomain }, host);
			return open.use(await startDnsServer({ host, port, log, findZone }));
		},
		close: () => open.disposeAsync(),
	};
}
