import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createLog } from "../src/log.ts";
import { createTestDatabase } from "./support/database.ts";
import { createTestLog } from "./support/log.ts";
import { startService } from "./support/service.ts";

function captured(): { lines: string[]; write(line: string): void } {
	const lines: string[] = [];
	return { lines, write: (line) => void lines.push(line) };
}

it("masks secrets by the name of their field", () => {
	const out = captured();
	createLog("info", out).info(
		{ token: "abc", request: { authorization: "Bearer abc" }, domain: "example.com" },
		"sent",
	);
	expect(out.lines.join()).not.toContain("abc");
	expect(out.lines.join()).toContain("example.com");
});

it("masks secrets by their look, wherever they stand", () => {
	const out = captured();
	const token = `dts_${"a".repeat(49)}`;
	const telegram = `7000000001:${"A".repeat(35)}`;
	createLog("info", out).info({ url: `https://api.telegram.org/bot${telegram}/getMe` }, `used ${token}`);
	expect(out.lines.join()).not.toContain(token);
	expect(out.lines.join()).not.toContain(telegram);
	expect(out.lines.join()).toContain("dts_[masked]");
});

it("tells a request that the database refused by code and statement, without what was sent", async () => {
	await using world = await startService();
	const caller = await world.open();
	await caller.send("POST", "/domains/register", { domain: "private.com" });
	await world.database.sql`alter table service.domains rename column records to gone`;
	const records = [{ type: "TXT", hostname: "@", value: "what nobody should read" }];
	expect((await caller.send("PUT", "/domains/private.com/dns", { records })).status).toBe(500);
	const names = Array.from({ length: 600 }, (_, index) => `kept-to-oneself-${index}.com`);
	await world.database.sql`alter table service.sandbox_names rename column name to gone`;
	expect((await caller.send("POST", "/domains/search/batch", { items: names })).status).toBe(500);
	const lines = world.log.lines.filter((line) => line.includes('"level":"error"'));
	expect(lines).toHaveLength(2);
	for (const line of lines) {
		expect(line).toContain('"type":"PostgresError"');
		expect(line).toContain('"code":"42703"');
		expect(JSON.parse(line).error).toMatchObject({
			stack: expect.stringMatching(/^at .*\.ts:\d+/m),
			statement: expect.stringMatching(/^(select|update) .{1,200}$/),
		});
	}
	expect(lines.join()).not.toMatch(/nobody|oneself|private/);
	expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(16 * 1024);
});

it("says nothing of a value that the database could not take", async () => {
	await using database = await createTestDatabase();
	const log = createTestLog();
	const secret = "what nobody should read";
	for (const failing of [
		database.db.execute(sql`select ${secret}::text::integer`),
		database.sql`select ${secret}::text::integer`,
	]) {
		await failing.catch((error: unknown) => log.warn({ error }, "failed"));
	}
	expect(log.lines).toHaveLength(2);
	expect(log.lines.join()).toContain("22P02");
	expect(log.lines.join()).not.toContain("nobody");
});

it("writes no line without end, and every line as JSON", () => {
	const out = captured();
	const long = "x".repeat(100_000);
	const cause = new AggregateError([new Error(long), new Error("refused")], "all failed");
	createLog("info", out).info(
		{ route: "/a", names: Array(50_000).fill("a"), text: long, error: new Error("outer", { cause }) },
		long,
	);
	const line = out.lines.join();
	expect(line.length).toBeLessThan(16 * 1024);
	expect(JSON.parse(line)).toMatchObject({ level: "info", route: "/a", msg: expect.stringMatching(/^x+…/) });
	expect(line).toContain("all failed");
});
