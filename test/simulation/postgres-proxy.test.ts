import { connect } from "@domains/kit/postgres/connect.ts";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { longWait } from "../support/long-wait.ts";
import { milestonesOf } from "./milestones.ts";
import { createPostgresProxy, type Freeze, type PostgresProxy } from "./postgres-proxy.ts";
import type { Statement } from "./postgres-wire.ts";

// The first call starts the shared database server, which may take longer than a test's timeout.
beforeAll(async () => (await createTestDatabase())[Symbol.asyncDispose]());

type Moment = "commits" | "committed";

/** Breaks all connections at the moment `cutAt`. The returned functions read the database directly. */
async function openProxied(cutAt?: Moment, freeze?: Freeze) {
	const database = await createTestDatabase();
	const seen: Statement[] = [];
	const reach = (moment: Moment): boolean => {
		if (moment === cutAt) proxy.cut();
		return moment !== cutAt;
	};
	const proxy: PostgresProxy = await createPostgresProxy({
		url: database.tcpUrl,
		commits(statements) {
			seen.push(...statements);
			return reach("commits");
		},
		committed: () => reach("committed"),
		freezes: () => freeze,
	});
	const client = connect(proxy.url, { max: 2, name: "lead of the test", graceSeconds: 0 });
	await database.sql`create table notes (text text)`;
	onTestFinished(async () => {
		await client[Symbol.asyncDispose]();
		await proxy[Symbol.asyncDispose]();
		await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'lead%'`;
		await database[Symbol.asyncDispose]();
	});
	const insert = (text: string) => client.sql.begin((tx) => tx`insert into notes values (${text})`);
	const kept = async () => (await database.sql<{ text: string }[]>`select text from notes`).map(({ text }) => text);
	return { proxy, client, seen, insert, kept };
}

it("forwards statements and reports a transaction's statements before its commit", async () => {
	const { insert, kept, seen } = await openProxied();
	await insert("one");
	await insert("two");
	expect(await kept()).toEqual(["one", "two"]);
	expect(seen.map(({ text, parameters }) => [text, parameters])).toEqual([
		["insert into notes values ($1)", ["one"]],
		["insert into notes values ($1)", ["two"]],
	]);
});

it("rolls a transaction back if the client ends before its commit", async () => {
	const { insert, kept } = await openProxied("commits");
	await expect(insert("lost")).rejects.toThrow();
	expect(await kept()).toEqual([]);
});

it("keeps a transaction if the client ends after its commit, which the client cannot know", async () => {
	const { insert, kept } = await openProxied("committed");
	await expect(insert("kept")).rejects.toThrow();
	expect(await kept()).toEqual(["kept"]);
});

it.each<[Freeze, string[]]>([
	["before", []],
	["half_open", []],
	["after", ["frozen"]],
])("freezes a session around its commit (%s) and then ends it", async (freeze, left) => {
	const { insert, kept } = await openProxied(undefined, freeze);
	await expect(insert("frozen")).rejects.toThrow();
	expect(await kept()).toEqual(left);
});

it("breaks only the connections of one name, and accepts new ones", async () => {
	const { proxy, client } = await openProxied();
	const pid = async () => (await client.sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
	await client.sql.begin(async (tx) => {
		proxy.disconnectOnly(/^another client/);
		await tx`select 1`;
	});
	const broken = client.sql`select pg_sleep(30)`;
	broken.catch(() => {});
	await pid();
	proxy.disconnectOnly(/^lead /);
	await expect(broken).rejects.toThrow();
	await vi.waitFor(async () => expect(await pid()).toBeGreaterThan(0), longWait);
});

it("derives an order's milestones from its writes", () => {
	const set = (phase: string): Statement => ({
		text: 'update "bot"."requests" set "wake_at" = $1, "phase" = $2 where "id" = $3',
		parameters: ["now", phase, "7"],
	});
	expect(milestonesOf([{ text: 'insert into "bot"."operations" (…)', parameters: [] }])).toEqual(["insert"]);
	expect(milestonesOf([set("confirmed")])).toEqual(["confirm"]);
	expect(milestonesOf([set("sent")])).toEqual(["sent commit"]);
	expect(milestonesOf([set("unknown"), set("needs_human")])).toEqual(["outcome commit"]);
	expect(milestonesOf([set("quoted")])).toEqual([]);
});
