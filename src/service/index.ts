import type { FastifyInstance } from "fastify";
import type { ServiceAdmin } from "../contract/admin.ts";
import type { Handler, Jobs, QueueName, Sweep } from "../jobs/index.ts";
import type { Log } from "../log.ts";
import type { Database } from "../postgres/connect.ts";
import type { Vault } from "../vault/index.ts";
import { sumCounts } from "../vault/rotate.ts";
import { createDeliverer } from "../webhooks/deliver.ts";
import type { Resolve } from "../webhooks/guard.ts";
import { reencryptCalls } from "./admin/calls.ts";
import { createAdmin } from "./admin/index.ts";
import { type Answered, createApp } from "./app.ts";
import { createCleanup, dueCleanups } from "./cleanup.ts";
import type { CallerTimes } from "./connections.ts";
import { createZoneFinder } from "./dns/find-zone.ts";
import { type DnsServer, startDnsServer } from "./dns/server.ts";
import { createSender, dueEvents } from "./events/send.ts";
import { createMonitor, dueSignals } from "./monitoring.ts";
import { createLookAgain, dueOrders } from "./orders/look-again.ts";
import type { Registry } from "./registry/port.ts";
import { createSandboxRegistry } from "./registry/sandbox.ts";
import { createSlices } from "./slices.ts";
import { seedPrices } from "./store/prices.ts";
import { resealSecrets } from "./webhook-secret.ts";

export { basePath } from "./app.ts";

interface ServiceDeps {
	database: Pick<Database, "db" | "sql">;
	jobs: Pick<Jobs, "enqueue">;
	vault: Vault;
	log: Log;
	/** Addresses and networks whose `X-Forwarded-For` counts. */
	trustedProxies?: readonly string[];
	/** Origins such as `http://127.0.0.1:8080` that may receive events although they are plain HTTP or not public. */
	allowedOrigins?: readonly string[];
	/** What the paths of our own event receivers follow, such as `https://bot.example/events/`. */
	receiverBase?: string;
	/** The port of the listener that has these receivers, on each address of this machine. */
	ownPort?: number;
	/** The sandbox, unless given. */
	registry?: Registry;
	/** Resolves the names of webhook receivers; the system's resolver, unless given. */
	resolve?: Resolve;
	/** Ends an attempt to deliver after so many milliseconds. */
	timeout?: (ms: number) => AbortSignal;
	/** Those of the specification, unless given. */
	times?: CallerTimes;
	/** Hears of every answered request. */
	observe?(answered: Answered): void;
}

export interface Service {
	/** The service over HTTP, not listening: `app.listen` or `app.inject`. */
	app: FastifyInstance;
	desk: ServiceAdmin;
	/** What to do for each of the service's queues, and what rings for rows whose bell was lost. */
	handlers: Partial<Record<QueueName, Handler>>;
	sweeps: readonly Sweep[];
	/** Once a night, in one process: seals anew what an old key sealed. */
	nightly(): Promise<void>;
	/** Answers for the zones of managed domains; `port` 0 takes any free one. Closed together with the service. */
	listenDns(options: { host: string; port: number }): Promise<Pick<DnsServer, "address" | "port">>;
	/** Ends open connections. Stop the workers before. */
	close(): Promise<void>;
}

/** The Domain Trading Service over a migrated database. Several may run side by side on one. */
export async function createService(deps: ServiceDeps): Promise<Service> {
	const { database, jobs, vault, log, trustedProxies = [], allowedOrigins = [], observe = () => {} } = deps;
	const { receiverBase, ownPort } = deps;
	const targets = {
		allowedOrigins,
		...(receiverBase !== undefined && { receiverBase }),
		...(ownPort !== undefined && { ownPort }),
	};
	const { db, sql } = database;
	await seedPrices(db);
	const deliverer = createDeliverer({
		...targets,
		...(deps.resolve && { resolve: deps.resolve }),
		...(deps.timeout && { timeout: deps.timeout }),
	});
	const registry = deps.registry ?? createSandboxRegistry({ db, sql });
	const trade = { db, sql, jobs, registry, slices: createSlices(), log };
	const app = createApp({ ...trade, trustedProxies, ...(deps.times && { times: deps.times }), observe });
	await app.ready();
	const open = new AsyncDisposableStack();
	open.defer(() => deliverer.close());
	open.defer(() => app.close());
	return {
		app,
		desk: createAdmin({ ...trade, vault, deliverer, targets }),
		handlers: {
			"service.order": createLookAgain(trade),
			"service.delivery": createSender({ db, jobs, vault, deliverer }),
			"service.monitor": createMonitor(trade),
			"service.cleanup": createCleanup(db),
		},
		sweeps: [dueOrders, dueEvents, dueSignals, dueCleanups],
		async nightly() {
			const resealed = sumCounts([await resealSecrets(db, vault), await reencryptCalls(db, vault)]);
			log.info({ ...resealed }, "did the service's night's work");
		},
		async listenDns({ host, port }) {
			return open.use(await startDnsServer({ host, port, log, findZone: createZoneFinder(db, host) }));
		},
		close: () => open.disposeAsync(),
	};
}
