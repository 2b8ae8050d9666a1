import { createServer } from "node:http";
import { createActions, createTasks, type Deps } from "../../src/actions/index.ts";
import { createClient } from "../../src/client/index.ts";
import { createTokenLimiter } from "../../src/client/token-limiter.ts";
import { createRateLimiter } from "../../src/postgres/rate-limiter.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { createVault } from "../../src/vault/index.ts";
import { listenLocally } from "../support/port.ts";
import { startService } from "../support/service.ts";

/**
 * Creates the actions and the built-in service on one database, with all queues running. Calls and webhooks go over
 * real HTTP.
 */
export async function createRealWorld() {
	const stack = new AsyncDisposableStack();
	const receive = { current: async (_path: string, _headers: object, _bytes: Buffer) => 503 };
	const listener = createServer(async (request, response) => {
		const bytes = Buffer.concat(await request.toArray());
		const status = await receive.current(request.url ?? "", request.headers, bytes);
		response.writeHead(status).end();
	});
	const port = await listenLocally(listener);
	stack.defer(async () => {
		listener.closeAllConnections();
		await new Promise((closed) => listener.close(closed));
	});
	const origin = `http://127.0.0.1:${port}`;
	const { database, jobs, service, url, log } = stack.use(await startService({ receiverBase: `${origin}/events/` }));
	const vault = createVault(Buffer.alloc(32, 7));
	const pace = createRateLimiter(database.sql);
	const deps: Deps = {
		db: database.db,
		vault,
		enqueue: jobs.enqueue,
		openClient: ({ serviceUrl, token }) =>
			createClient({
				baseUrl: serviceUrl,
				token,
				limiter: createTokenLimiter({ pace, key: vault.fingerprint(token) }),
				log,
			}),
		deadline: () => AbortSignal.timeout(6_000),
		log,
		random: Math.random,
		service: { url, admin: service.admin, egress: ["127.0.0.1"], receiverBase: `${origin}/events/` },
		dns: { resolvers: [], builtIn: null },
		adminChatId: null,
	};
	const actions = createActions(deps);
	const tasks = createTasks(deps);
	receive.current = async (path, headers, bytes) => {
		const letter = { path: path.replace("/events/", ""), headers: { ...headers }, bytes };
		return (await actions.event.receive(letter)).status;
	};
	stack.use(
		jobs.work({
			db: database.db,
			queues: {
				"bot.operation": { due: dueRows["bot.operation"], handle: tasks.operation },
				"bot.event": { due: dueRows["bot.event"], handle: tasks.event },
				"bot.outbox": { due: dueRows["bot.outbox"] },
				"bot.screen": { due: dueRows["bot.screen"] },
				...service.queues,
			},
		}),
	);
	return {
		database,
		jobs,
		log,
		service,
		deps,
		actions,
		tasks,
		origin,
		async meet(personId: number) {
			await database.sql`insert into bot.people (id, locale) values (${personId}, 'en')`;
			return { personId };
		},
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}
