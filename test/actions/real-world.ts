import { createServer } from "node:http";
import { createJobs, type Jobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { readFrom } from "@domains/kit/postgres/standby.ts";
import { createVault } from "@domains/kit/vault.ts";
import { vi } from "vitest";
import { createActions, type Deps } from "../../src/actions/index.ts";
import { createTasks } from "../../src/actions/tasks.ts";
import { createClient } from "../../src/client/index.ts";
import { createTokenLimiter } from "../../src/client/send.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createTestLog } from "../support/log.ts";
import { longWait } from "../support/long-wait.ts";
import { listenLocally } from "../support/port.ts";
import { startService } from "../support/service.ts";
import { createSmallService } from "../support/small-service.ts";

/**
 * Creates the bot's actions (what people can do) and the built-in service on one database, with all job queues running.
 * API calls and webhook events go over real HTTP.
 */
export async function createRealWorld() {
	const stack = new AsyncDisposableStack();
	const receiver = await openReceiver(stack);
	const { origin, receiverBase } = receiver;
	const { database, jobs, service, url, log } = stack.use(await startService({ receiverBase }));
	const { admin } = service;
	const lookupToken = async () => {
		const opened = await admin.readerToken(["127.0.0.1"]);
		return opened.kind === "done" ? opened.value.token : null;
	};
	const settings = { url, admin, lookupToken, egress: ["127.0.0.1"], receiverBase };
	const parts = startQueues(stack, { database, jobs, log, receiver, settings, queues: service.queues });
	return {
		database,
		jobs,
		log,
		service,
		...parts,
		origin,
		async meet(personId: number) {
			await database.sql`insert into bot.people (id, locale) values (${personId}, 'en')`;
			return { personId };
		},
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}

type RealWorld = Awaited<ReturnType<typeof createRealWorld>>;

/**
 * Creates the bot's actions (what people can do) with a small fake registrar and with all job queues running. When a
 * test advances the database's clock, the clock of the fake registrar advances too.
 */
export async function createForeignWorld() {
	const stack = new AsyncDisposableStack();
	const receiver = await openReceiver(stack);
	let offset = 0;
	const { advance, ...rest } = stack.use(await createTestDatabase());
	const database: TestDatabase = {
		...rest,
		async advance(milliseconds) {
			await advance(milliseconds);
			offset += milliseconds;
		},
	};
	const log = createTestLog();
	const jobs = stack.use(await createJobs({ url: database.url, log }));
	const service = stack.use(await createSmallService({ now: () => Date.now() + offset }));
	const { receiverBase } = receiver;
	const settings = {
		url: service.url,
		admin: null,
		lookupToken: async () => null,
		egress: ["127.0.0.1"],
		receiverBase,
	};
	const parts = startQueues(stack, { database, jobs, log, receiver, settings, queues: {} });
	return { database, jobs, log, service, ...parts, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

type Receive = (path: string, headers: object, bytes: Buffer) => Promise<number>;

/**
 * Opens an HTTP server that receives the events of a service. The server answers 503 until `receive.current` is set to
 * the function that handles events.
 */
async function openReceiver(stack: AsyncDisposableStack) {
	const receive: { current: Receive } = { current: async () => 503 };
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
	return { receive, origin, receiverBase: `${origin}/events/` };
}

interface Parts {
	database: TestDatabase;
	jobs: Jobs;
	log: Log;
	receiver: Awaited<ReturnType<typeof openReceiver>>;
	settings: Deps["service"];
	/** The job queues of the registrar's service, which the test runs next to those of the bot. */
	queues: Parameters<Jobs["work"]>[0]["queues"];
}

function startQueues(
	stack: AsyncDisposableStack,
	{ database, jobs, log, receiver, settings, queues }: Parts,
): { deps: Deps; actions: ReturnType<typeof createActions>; tasks: ReturnType<typeof createTasks> } {
	const vault = createVault(Buffer.alloc(32, 7));
	const rateLimiter = createRateLimiter(database.sql);
	const deps: Deps = {
		db: database.db,
		reader: readFrom(database.db),
		vault,
		enqueue: jobs.enqueue,
		openClient: ({ serviceUrl, token }) =>
			createClient({
				baseUrl: serviceUrl,
				token,
				limiter: createTokenLimiter({ rateLimiter, key: vault.fingerprint(token) }),
				log,
			}),
		deadline: () => AbortSignal.timeout(30_000),
		log,
		random: Math.random,
		service: settings,
		dns: { resolvers: [], builtIn: null },
		askTwiceAboveCents: null,
		adminChatId: null,
		allowedUsers: null,
	};
	const actions = createActions(deps);
	const tasks = createTasks(deps);
	receiver.receive.current = async (path, headers, bytes) => {
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
				...queues,
			},
		}),
	);
	return { deps, actions, tasks };
}

/**
 * Calls `replace`, which replaces a token, and `freeze` while the service issues the new one. Returns the sequence in
 * which the two took effect.
 */
export async function freezeDuringIssue(
	{ deps, service: { admin }, database }: Pick<RealWorld, "deps" | "service" | "database">,
	freeze: () => Promise<void>,
	replace: () => Promise<unknown>,
): Promise<string[]> {
	const { service } = deps;
	const steps: string[] = [];
	let frozen: Promise<void> | undefined;
	const issueToken: typeof admin.issueToken = async (...args) => {
		frozen = freeze().then(() => void steps.push("frozen"));
		const waits = () => database.sql`select from pg_locks where locktype = 'advisory' and not granted`;
		await vi.waitUntil(async () => steps.length > 0 || (await waits()).length > 0, longWait);
		const result = await admin.issueToken(...args);
		steps.push("issued");
		return result;
	};
	deps.service = { ...service, admin: { ...admin, issueToken } };
	await replace();
	await frozen;
	deps.service = service;
	return steps;
}
