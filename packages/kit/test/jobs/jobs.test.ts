import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { longWait } from "../../../../test/support/long-wait.ts";
import { createJobs, type Due, type Handler, type Jobs } from "../../src/jobs/index.ts";
import { queueNames } from "../../src/jobs/queues.ts";

interface Setup extends AsyncDisposable {
	database: TestDatabase;
	jobs: Jobs;
	log: ReturnType<typeof createTestLog>;
}

async function setup(): Promise<Setup> {
	const stack = new AsyncDisposableStack();
	const database = stack.use(await createTestDatabase());
	const log = createTestLog();
	const jobs = stack.use(await createJobs({ url: database.url, log }));
	return { database, jobs, log, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function createListener(): Handler & { heard: string[] } {
	const heard: string[] = [];
	return Object.assign(async (id: string) => void heard.push(id), { heard });
}

async function waiting({ sql: client }: TestDatabase): Promise<number> {
	const [row] = await client<{ count: number }[]>`select count(*)::int as count from pgboss.job`;
	return row?.count ?? -1;
}

it("runs a job once its transaction is committed, and leaves no job behind", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	const listener = createListener();
	await using _workers = jobs.work({ db: database.db, queues: { "bot.screen": { handle: listener } } });
	await database.db.transaction(async (tx) => {
		await jobs.enqueue(tx, "bot.screen", [1, "two"]);
		expect(listener.heard).toEqual([]);
	});
	await vi.waitUntil(() => listener.heard.length === 2, longWait);
	expect(listener.heard.sort()).toEqual(["1", "two"]);
	await vi.waitUntil(async () => (await waiting(database)) === 0, longWait);
});

it("runs no job of a transaction that was rolled back", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	const failing = database.db.transaction(async (tx) => {
		await jobs.enqueue(tx, "bot.screen", "never");
		throw new Error("rolled back");
	});
	await expect(failing).rejects.toThrow("rolled back");
	expect(await waiting(database)).toBe(0);
});

it("announces to other processes only the jobs that it cannot start itself", async () => {
	await using world = await setup();
	const { database, jobs, log } = world;
	await using other = await createJobs({ url: database.url, log });
	const announced: string[] = [];
	const { unlisten } = await database.sql.listen("domain_trading_jobs", (queue) => void announced.push(queue));
	onTestFinished(unlisten);
	const listener = createListener();
	await using _workers = jobs.work({ db: database.db, queues: { "bot.screen": { handle: listener } }, slots: 2 });

	await jobs.enqueue(database.db, "bot.screen", [1, 2]);
	await vi.waitUntil(() => listener.heard.length === 2, longWait);
	await database.db.transaction(async (tx) => {
		await other.enqueue(tx, "bot.screen", 3);
		await tx.execute(sql`select pg_sleep(0.1)`);
		expect(announced).toEqual([]);
	});
	await vi.waitUntil(() => announced.length === 1, longWait);
	await vi.waitUntil(() => listener.heard.includes("3"), longWait);
	await jobs.enqueue(database.db, "bot.screen", [4, 5, 6]);
	await vi.waitUntil(() => announced.length === 2, longWait);
	expect(announced).toEqual(["bot.screen", "bot.screen"]);
});

it("keeps jobs that are enqueued while no worker runs", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	await jobs.enqueue(
		database.db,
		"bot.outbox",
		Array.from({ length: 30 }, (_, index) => index),
	);
	const listener = createListener();
	await using _workers = jobs.work({ db: database.db, queues: { "bot.outbox": { handle: listener } }, slots: 4 });
	await vi.waitUntil(() => listener.heard.length === 30, longWait);
	expect(new Set(listener.heard).size).toBe(30);
});

it("runs no more jobs of a queue at once than it has slots for", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	let running = 0;
	const seen: number[] = [];
	const handler = async () => {
		running += 1;
		seen.push(running);
		await database.sql`select pg_sleep(0.01)`;
		running -= 1;
	};
	await using _workers = jobs.work({ db: database.db, queues: { "bot.outbox": { handle: handler } }, slots: 3 });
	await jobs.enqueue(
		database.db,
		"bot.outbox",
		Array.from({ length: 12 }, (_, index) => index),
	);
	await vi.waitUntil(() => seen.length === 12, longWait);
	expect(Math.max(...seen)).toBe(3);
});

it("removes a job that ended while the database was lost, before its heartbeat counts as stopped", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	let runs = 0;
	const handler = async () => {
		runs += 1;
		await database.sql`
			select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and application_name = 'jobs'`;
	};
	await using _workers = jobs.work({ db: database.db, queues: { "bot.screen": { handle: handler } } });
	await jobs.enqueue(database.db, "bot.screen", 1);
	await vi.waitUntil(async () => runs > 0 && (await waiting(database)) === 0, { timeout: 8_000 });
	expect(runs).toBe(1);
});

it("retries a row later if its handler failed, and continues with the others", async () => {
	await using world = await setup();
	const { database, jobs, log } = world;
	const heard: string[] = [];
	const handler = async (id: string) => {
		heard.push(id);
		if (id === "bad" && heard.filter((each) => each === "bad").length === 1) throw new Error("broken");
	};
	await using _workers = jobs.work({ db: database.db, queues: { "bot.screen": { handle: handler } } });
	await jobs.enqueue(database.db, "bot.screen", ["bad", "good"]);
	await vi.waitUntil(() => heard.length === 3, longWait);
	expect(heard.toSorted()).toEqual(["bad", "bad", "good"]);
	expect(log.lines.join()).toContain("broken");
});

it("sweeps rows that became due, one job for each", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	await database.sql`create table things (id text, wake_at timestamptz)`;
	await database.sql`insert into things values ('now', clock()), ('later', clock() + interval '1 hour'), ('held', null)`;
	const due: Due = (now) => sql`select id from things where wake_at <= ${now}`;
	await using workers = jobs.work({ db: database.db, queues: { "bot.event": { due } } });
	const queued = async () => {
		await workers.sweep();
		const rows = await database.sql<{ row: string }[]>`select data->>'id' as row from pgboss.job order by 1`;
		return rows.map(({ row }) => row);
	};
	expect(await queued()).toEqual(["now"]);
	expect(await queued()).toEqual(["now"]);
	await database.advance(3_600_000);
	expect(await queued()).toEqual(["later", "now"]);
});

it("waits for running jobs when it stops, and takes no new ones", async () => {
	await using world = await setup();
	const { database, jobs } = world;
	const heard: string[] = [];
	const handler: Handler = async (id) => {
		heard.push(`${id} begins`);
		await database.sql`select pg_sleep(0.2)`;
		heard.push(`${id} ends`);
	};
	const workers = jobs.work({ db: database.db, queues: { "bot.screen": { handle: handler } }, slots: 1 });
	await jobs.enqueue(database.db, "bot.screen", ["a", "a"]);
	await vi.waitUntil(() => heard.length === 1, longWait);
	await workers[Symbol.asyncDispose]();
	expect(heard).toEqual(["a begins", "a ends"]);
	expect(await waiting(database)).toBe(1);
});

it("gives the jobs of a killed process to another within fifteen seconds", { timeout: 40_000 }, async () => {
	await using world = await setup();
	const { database, jobs } = world;
	const child = spawn(process.execPath, [join(import.meta.dirname, "worker-process.ts"), database.url], {
		stdio: "pipe",
	});
	child.stderr.pipe(process.stderr);
	let said = "";
	child.stdout.on("data", (text) => {
		said += text;
	});
	await vi.waitUntil(() => said === "working ", longWait);
	await jobs.enqueue(database.db, "bot.operation", "orphan");
	await vi.waitUntil(() => said === "working orphan", longWait);
	const gone = once(child, "exit");
	child.kill("SIGKILL");
	await gone;
	const listener = createListener();
	await using _workers = jobs.work({ db: database.db, queues: { "bot.operation": { handle: listener } } });
	await vi.waitUntil(() => listener.heard.includes("orphan"), longWait);
});

it("is set up once if several processes start on a new database at the same time", { timeout: 120_000 }, async () => {
	await using database = await createTestDatabase();
	await database.sql`drop schema pgboss cascade`;
	const log = createTestLog();
	await using stack = new AsyncDisposableStack();
	const opened = await Promise.all([1, 2, 3, 4].map(() => createJobs({ url: database.url, log })));
	for (const jobs of opened) stack.use(jobs);
	const made = await database.sql<
		{ name: string }[]
	>`select name from pgboss.queue where name in ${database.sql(queueNames)}`;
	expect(made).toHaveLength(queueNames.length);
	expect(log.lines).toEqual([]);
});
