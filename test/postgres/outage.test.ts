import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { expect, it } from "vitest";
import { isOutage } from "../../src/postgres/outage.ts";
import { createTestDatabase } from "../support/database.ts";

const errorOf = (query: PromiseLike<unknown>) =>
	Promise.resolve(query).then(
		() => undefined,
		(error: unknown) => error,
	);

it("recognizes a lost connection, a refused one and a standby, and no error of the statement", async () => {
	await using database = await createTestDatabase();
	const killed = postgres(database.url, { max: 1, onnotice: () => {} });
	const [row] = await killed`select pg_backend_pid() as pid`;
	const waiting = errorOf(killed`select pg_sleep(30)`);
	await new Promise((done) => setTimeout(done, 100));
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
});
