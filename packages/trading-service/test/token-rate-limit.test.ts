import type { Sql } from "@domains/kit/postgres/connect.ts";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/support/database.ts";
import { fetchAnswer, startService } from "../../../test/support/service.ts";
import { counting } from "../src/access.ts";

async function countRequest(sql: Sql, token: string) {
	const [decision] = await counting(sql, sql`select ${token} as token_hash`);
	if (!decision) throw new Error("the rate limit of a token was not counted");
	return decision;
}

describe("the rate limit of a token", () => {
	it("allows ten requests per rolling second", async () => {
		await using database = await createTestDatabase();
		const count = async () => (await countRequest(database.sql, "token")).go;
		for (let n = 0; n < 5; n += 1) expect(await count()).toBe(true);
		await database.advance(600);
		for (let n = 0; n < 5; n += 1) expect(await count()).toBe(true);
		expect(await count()).toBe(false);
		await database.advance(500);
		for (let n = 0; n < 5; n += 1) expect(await count()).toBe(true);
		expect(await count()).toBe(false);
	});

	it("returns the seconds to wait", async () => {
		await using database = await createTestDatabase();
		for (let n = 0; n < 10; n += 1) await countRequest(database.sql, "token");
		expect(await countRequest(database.sql, "token")).toEqual({ go: false, seconds: 1, blocked: false });
	});

	it("blocks for five minutes after more than 50 refusals within ten seconds", async () => {
		await using database = await createTestDatabase();
		const count = () => countRequest(database.sql, "token");
		for (let n = 0; n < 10 + 50; n += 1) await count();
		await database.advance(2_000);
		expect(await count()).toMatchObject({ go: true });
		for (let n = 0; n < 9; n += 1) await count();
		expect(await count()).toEqual({ go: false, seconds: 300, blocked: true });
		await database.advance(299_000);
		expect(await count()).toEqual({ go: false, seconds: 1, blocked: true });
		await database.advance(1_000);
		expect(await count()).toMatchObject({ go: true });
	});

	it("ignores what was counted while the clock of the database was ahead", async () => {
		await using database = await createTestDatabase();
		const count = () => countRequest(database.sql, "token");
		await database.advance(24 * 3_600_000);
		for (let n = 0; n < 10 + 51; n += 1) await count();
		expect(await count()).toMatchObject({ blocked: true });
		await database.advance(-24 * 3_600_000);
		for (let n = 0; n < 10; n += 1) expect(await count()).toMatchObject({ go: true, blocked: false });
		expect(await count()).toEqual({ go: false, seconds: 1, blocked: false });
	});

	it("does not block for 50 refusals, or for refusals spread over time", async () => {
		await using database = await createTestDatabase();
		const count = () => countRequest(database.sql, "token");
		for (let round = 0; round < 4; round += 1) {
			for (let n = 0; n < 10 + 40; n += 1) expect(await count()).not.toMatchObject({ blocked: true });
			await database.advance(10_000);
		}
	});

	it("is separate for each token", async () => {
		await using database = await createTestDatabase();
		for (let n = 0; n < 11; n += 1) await countRequest(database.sql, "one");
		expect(await countRequest(database.sql, "other")).toMatchObject({ go: true });
	});

	it("is exact for concurrent requests", async () => {
		await using database = await createTestDatabase();
		const asked = Array.from({ length: 60 }, () => countRequest(database.sql, "token"));
		const passed = (await Promise.all(asked)).filter(({ go }) => go);
		const [row] = await database.sql<{ within: boolean }[]>`
			select passed[1] - passed[10] < interval '1 second' as within from service.rates`;
		if (row?.within) expect(passed).toHaveLength(10);
		else expect(passed.length).toBeGreaterThan(10);
	});
});

it("writes nothing to the database's write-ahead log", async () => {
	await using database = await createTestDatabase();
	const [table] = await database.sql`select relpersistence from pg_class where oid = 'service.rates'::regclass`;
	expect(table).toEqual({ relpersistence: "u" });
});

it("answers 429 with Retry-After, also on an unknown path", async () => {
	await using world = await startService();
	const { token } = await world.open();
	const answers = await Promise.all(
		Array.from({ length: 40 }, (_, index) => fetchAnswer(`${world.url}/${index % 3 ? "zones" : "nothing"}`, token)),
	);
	const refused = answers.filter(({ status }) => status === 429);
	expect(refused.length).toBeGreaterThan(0);
	for (const { headers, body } of refused) {
		expect(headers.get("retry-after")).toBe("1");
		expect(body.error?.code).toBe("rate_limited");
	}
});
