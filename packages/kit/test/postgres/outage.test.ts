import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { expect, it, vi } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { longWait } from "../../../../test/support/long-wait.ts";
import { isOutage, throughOutage } from "../../src/postgres/errors.ts";

const errorOf = (query: PromiseLike<unknown>) =>
	Promise.resolve(query).then(
		() => undefined,
		(error: unknown) => error,
	);

it("recognizes a lost connection, a refused one and a standby, and no error of the statement", async () => {
	await using database = await createTestDatabase();
	const killed = postgres(database.tcpUrl, { max: 1, onnotice: () => {} });
	const [row] = await killed`select pg_backend_pid() as pid`;
	const waiting = errorOf(killed`select pg_sleep(30)`);
	const runs = () => database.sql`select from pg_stat_activity where pid = ${row?.["pid"]} and state = 'active'`;
	await vi.waitUntil(async () => (await runs()).length === 1, longWait);
	await database.sql`select pg_terminate_backend(${row?.["pid"]})`;
	const lost = await waiting;
	expect(isOutage(lost)).toBe(true);
	expect(lost instanceof Error && isOutage(new DrizzleQueryError("select", [], lost))).toBe(true);
	await killed.end({ timeout: 1 });
	const refused = postgres("postgres://nobody@127.0.0.1:9/none", { max: 1, connect_timeout: 2 });
	expect(isOutage(await errorOf(refused`select 1`))).toBe(true);
	await refused.end({ timeout: 1 });
	const standby = database.sql.begin("read only", (sql) => sql`create table never (id int)`);
	expect(isOutage(await errorOf(standby))).toBe(true);
	expect(isOutage(await errorOf(database.sql`select nothing`))).toBe(false);
	expect(isOutage(new Error("other"))).toBe(false);
	expect(isOutage(failure("WRONG_ROLE"))).toBe(true);
	expect(["EHOSTUNREACH", "ENETDOWN", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"].map(failure).every(isOutage)).toBe(true);
	const answer = (code: string, severity: string) =>
		Object.assign(Object.create(postgres.PostgresError.prototype), { code, severity });
	expect(isOutage(answer("08006", "ERROR"))).toBe(true);
	expect(isOutage(answer("08P01", "FATAL"))).toBe(true);
	expect(isOutage(answer("08P01", "ERROR"))).toBe(false);
});

function failure(code: string): Error {
	return Object.assign(new Error(code), { code });
}

/** The codes one after another, and then the number of its runs. */
function failing(...codes: string[]): () => Promise<number> {
	let runs = 0;
	return async () => {
		const code = codes[runs];
		runs += 1;
		if (code !== undefined) throw failure(code);
		return runs;
	};
}

it("repeats work while the database is lost", async () => {
	expect(await throughOutage(failing("ECONNREFUSED", "WRONG_ROLE"), 10_000)).toBe(3);
});

it("does not repeat work that failed for another reason, after the limit, or after the pool was closed", async () => {
	const other = failing("23505");
	await expect(throughOutage(other, 10_000)).rejects.toThrow("23505");
	expect(await other()).toBe(2);
	await expect(throughOutage(failing("ECONNREFUSED", "ECONNREFUSED"), 400)).rejects.toThrow("ECONNREFUSED");
	const closed = failing("CONNECTION_ENDED");
	await expect(throughOutage(closed, 10_000)).rejects.toThrow("CONNECTION_ENDED");
	expect(await closed()).toBe(2);
});

it("does not repeat work after its signal has aborted, and then throws the last error", async () => {
	const abandoned = new AbortController();
	const work = failing("ECONNREFUSED");
	const repeated = throughOutage(work, 10_000, abandoned.signal);
	abandoned.abort();
	await expect(repeated).rejects.toThrow("ECONNREFUSED");
	expect(await work()).toBe(2);
});
