import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { connect } from "../../src/postgres/connect.ts";
import { createTestDatabase } from "../support/database.ts";
import { patience } from "../support/patience.ts";
import { milestonesOf } from "./milestones.ts";
import { createPostgresProxy, type Freeze, type PostgresProxy } from "./postgres-proxy.ts";
import type { Statement } from "./postgres-wire.ts";

// The server that the databases stand on takes its time to start.
beforeAll(async () => (await createTestDatabase())[Symbol.asyncDispose]());

type Moment = "commits" | "committed";

/** A client of a database by way of a proxy that is cut at this moment, and the database itself. */
async function openProxied(cutAt?: Moment, freeze?: Freeze) {
	const database = await createTestDatabase();
	const said: Statement[] = [];
	const reach = (moment: Moment): boolean => {
		if (moment === cutAt) proxy.cut();
		return moment !== cutAt;
	};
	const proxy: PostgresProxy = await createPostgresProxy({
		url: database.url,
		commits(statements) {
			said.push(...statements);
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
	const note = (text: string) => client.sql.begin((tx) => tx`insert into notes values (${text})`);
	const kept = async () => (await database.sql<{ text: string }[]>`select text from notes`).map(({ text }) => text);
	return { proxy, client, said, note, kept };
}

it("passes on what is said, and knows what a transaction was about before it is committed", async () => {
	const { note, kept, said } = await openProxied();
	await note("one");
	await note("two");
	expect(await kept()).toEqual(["one", "two"]);
	expect(said.map(({ text, parameters }) => [text, parameters])).toEqual([
		["insert into notes values ($1)", ["one"]],
		["insert into notes values ($1)", ["two"]],
	]);
});

it("ends a client before its commit: nothing was kept", async () => {
	const { note, kept } = await openProxied("commits");
	await expect(note("lost")).rejects.toThrow();
	expect(await kept()).toEqual([]);
});

it("ends a client after its commit: it was kept, and the client does not know", async () => {
	const { note, kept } = await openProxied("committed");
	await expect(note("kept")).rejects.toThrow();
	expect(await kept()).toEqual(["kept"]);
});

it.each<[Freeze, string[]]>([
	["before", []],
	["half_open", []],
	["after", ["frozen"]],
])("freezes a session around its commit (%s), and ends it then", async (freeze, left) => {
	const { note, kept } = await openProxied(undefined, freeze);
	await expect(note("frozen")).rejects.toThrow();
	expect(await kept()).toEqual(left);
});

it("breaks the connections of one name only, and lets new ones in", async () => {
	const { proxy, client } = await openProxied();
	const pid = async () => (await client.sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
	await client.sql.begin(async (tx) => {
		proxy.cutOnly(/^somebody else/);
		await tx`select 1`;
	});
	const broken = client.sql`select pg_sleep(30)`;
	broken.catch(() => {});
	await pid();
	proxy.cutOnly(/^lead /);
	await expect(broken).rejects.toThrow();
	await vi.waitFor(async () => expect(await pid()).toBeGreaterThan(0), patience);
});

it("tells an operation's milestones by what is written", () => {
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
