import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/support/database.ts";
import { createTestLog } from "../../../test/support/log.ts";
import { startService } from "../../../test/support/service.ts";
import { createLog } from "../src/log.ts";
import { traced } from "../src/trace.ts";

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

it("masks secrets by pattern in any field and in the message", () => {
	const out = captured();
	const token = `dts_${"a".repeat(49)}`;
	const telegram = `7000000001:${"A".repeat(35)}`;
	const keys = [`pk1_sb_${"c".repeat(40)}`, `sk1_${"d".repeat(40)}`, `dtp_${"e".repeat(43)}`];
	createLog("info", out).info({ url: `https://api.telegram.org/bot${telegram}/getMe`, keys }, `used ${token}`);
	for (const key of keys) expect(out.lines.join()).not.toContain(key);
	expect(out.lines.join()).not.toContain(token);
	expect(out.lines.join()).not.toContain(telegram);
	expect(out.lines.join()).toContain("dts_[masked]");
});

it("logs a failed statement by its code and first line, without the values that were sent", async () => {
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

it("leaves out a value that the database refused", async () => {
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

it("limits the length of a line and keeps it valid JSON", () => {
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

describe("on a terminal", () => {
	const time = /^\d\d:\d\d:\d\d /;

	function terminal(hasColors = false) {
		return { ...captured(), isTTY: true, hasColors: () => hasColors };
	}

	it("writes time, level, message, fields and a short id on one plain line", () => {
		const out = terminal();
		traced("update-7000000001", () => createLog("info", out).info({ domain: "example.com", count: 2 }, "sent"));
		expect(out.lines).toHaveLength(1);
		expect(out.lines[0]).toMatch(time);
		expect(out.lines[0]?.replace(time, "")).toBe("info   sent  domain=example.com  count=2  …00000001\n");
	});

	it("uses colours only if the terminal shows them", () => {
		const [plain, colourful] = [terminal(), terminal(true)];
		for (const out of [plain, colourful]) createLog("info", out).warn({}, "careful");
		expect(plain.lines.join()).not.toContain("\u001b");
		expect(colourful.lines.join()).toContain("\u001b[33mwarn \u001b[39m");
	});

	it("writes an error, its stack and its causes on indented lines", () => {
		const out = terminal();
		const error = new Error("outer", { cause: Object.assign(new Error("inner"), { code: "ECONNREFUSED" }) });
		createLog("info", out).error({ error }, "failed");
		const [first, ...rest] = out.lines.join("").trimEnd().split("\n");
		expect(first?.replace(time, "")).toBe("error  failed");
		expect(rest).toContain("    Error: outer");
		expect(rest).toContain('    Error: inner {"code":"ECONNREFUSED"}');
		expect(rest.filter((line) => line.startsWith("      at "))).not.toEqual([]);
	});

	it("masks secrets, and removes terminal commands and line ends from values", () => {
		const out = terminal(true);
		const name = `\u001b[2Ja\r\nb dts_${"a".repeat(49)}`;
		createLog("info", out).info({ name, token: "abc" }, "sent\u001b[1A");
		expect(out.lines.join()).toContain("a b dts_[masked]");
		for (const unwanted of ["abc", "\u001b[2J", "\u001b[1A"]) expect(out.lines.join()).not.toContain(unwanted);
		expect(out.lines.join().trimEnd()).not.toContain("\n");
	});

	it("writes JSON if the format says so, and text elsewhere if the format says so", () => {
		const [out, file] = [terminal(), captured()];
		createLog("info", out, "json").info({}, "sent");
		createLog("info", file, "text").info({}, "sent");
		expect(JSON.parse(out.lines.join())).toMatchObject({ level: "info", msg: "sent" });
		expect(file.lines.join()).toMatch(/^\S+ info {3}sent\n$/);
	});
});
