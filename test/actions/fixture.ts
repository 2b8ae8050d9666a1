import { clock } from "@domains/kit/postgres/clock.ts";
import { readFrom } from "@domains/kit/postgres/standby.ts";
import { createVault } from "@domains/kit/vault.ts";
import { type Actions, createActions, type Deps } from "../../src/actions/index.ts";
import { createTasks, type Tasks } from "../../src/actions/tasks.ts";
import { type ClientOptions, createClient } from "../../src/client/index.ts";
import type { TokenLimiter } from "../../src/client/result.ts";
import { edgeModeAt } from "../../src/store/connections.ts";
import { dueRows } from "../../src/store/sweeps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createTestLog } from "../support/log.ts";
import { createSmallService, type SmallAccount } from "../support/small-service.ts";

export type ActionsFixture = Awaited<ReturnType<typeof createActionsFixture>>;

const open: TokenLimiter = Object.assign(async () => ({ go: true as const }), { blocked: async () => undefined });

/**
 * Creates the bot's actions (what people can do) with a real PostgreSQL and a small fake registrar. The actions call
 * the registrar over HTTP. Jobs run only when a test calls `settle`.
 */
export async function createActionsFixture(
	change: { service?: Partial<Deps["service"]>; dns?: Partial<Deps["dns"]>; client?: Partial<ClientOptions> } = {},
) {
	const stack = new AsyncDisposableStack();
	const database = stack.use(await createTestDatabase());
	const service = stack.use(await createSmallService());
	const log = createTestLog();
	const queuedJobs: [queue: string, row: number][] = [];
	const spellings: ClientOptions["spellings"] = new Map();
	const dialects: ClientOptions["dialects"] = new Map();
	const deps: Deps = {
		db: database.db,
		reader: readFrom(database.db),
		vault: createVault(Buffer.alloc(32, 7)),
		enqueue: async (_tx, queue, rows) => void queuedJobs.push(...rows.map((row): [string, number] => [queue, row])),
		openClient: ({ serviceUrl, token }) =>
			createClient({
				baseUrl: serviceUrl,
				spellings,
				dialects,
				edgeMode: edgeModeAt(database.db, serviceUrl),
				token,
				limiter: open,
				log,
				...change.client,
			}),
		deadline: () => AbortSignal.timeout(6_000),
		log,
		random: Math.random,
		service: {
			url: service.url,
			admin: null,
			lookupToken: async () => null,
			egress: ["203.0.113.9"],
			receiverBase: null,
			...change.service,
		},
		dns: { resolvers: [], builtIn: null, ...change.dns },
		askTwiceAboveCents: null,
		adminChatId: null,
		allowedUsers: null,
	};
	const actions: Actions = createActions(deps);
	const tasks: Tasks = createTasks(deps);
	return {
		database,
		service,
		log,
		queuedJobs,
		deps,
		actions,
		tasks,
		/** Stores a person and their chat, as if the person had started the bot. */
		async meet(personId: number): Promise<{ personId: number }> {
			await database.sql`insert into bot.people (id, locale) values (${personId}, 'en') on conflict do nothing`;
			await database.sql`insert into bot.chats (id) values (${personId}) on conflict do nothing`;
			return { personId };
		},
		/** Creates a person and connects the person to `account`, which is a new account by default. */
		async customer(personId: number, account: SmallAccount = service.openAccount()) {
			await this.meet(personId);
			await actions.connection.connect({ personId, token: account.token });
			return { personId, account };
		},
		settle: () => settle(database, tasks, queuedJobs),
		/**
		 * Runs each due watch (a check that the bot repeats) once. `settle` runs no watches, because their calls would
		 * disturb tests of other features.
		 */
		async look(): Promise<void> {
			const rows = await database.db.execute<{ id: string }>(dueRows["bot.watch"](clock));
			for (const { id } of rows) await tasks.watch(id, new AbortController().signal);
		},
		/** Returns the unsent notifications, each as `kind to person`. */
		async notifications(): Promise<string[]> {
			const rows = await database.sql`
				select subject_kind, person_id, dedup_key from bot.outbox where state = 'waiting' order by id`;
			return rows.map((row) => `${row["subject_kind"]} to ${row["person_id"]}`);
		},
		[Symbol.asyncDispose]: () => stack.disposeAsync(),
	};
}

/** Runs the jobs of `queuedJobs`, and those of all rows that are due now, until none is left. */
async function settle(database: TestDatabase, tasks: Tasks, queuedJobs: [queue: string, row: number][]): Promise<void> {
	const { signal } = new AbortController();
	for (let round = 0; round < 50; round += 1) {
		const due = async (queue: "bot.operation" | "bot.event" | "bot.board") => {
			const rows = await database.db.execute<{ id: string }>(dueRows[queue](clock));
			const queued = queuedJobs.filter(([name]) => name === queue).map(([, row]) => String(row));
			return [...new Set([...queued, ...rows.map((row) => row.id)])];
		};
		const [operations, events, boards] = [await due("bot.operation"), await due("bot.event"), await due("bot.board")];
		queuedJobs.length = 0;
		if (operations.length + events.length + boards.length === 0) return;
		for (const id of events) await tasks.event(id, signal);
		for (const id of boards) await tasks.board(id, signal);
		for (const id of operations) await tasks.operation(id, signal);
	}
	throw new Error("something is always due");
}
