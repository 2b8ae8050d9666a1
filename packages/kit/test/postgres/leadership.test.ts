import { expect, it, vi } from "vitest";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { createTestLog } from "../../../../test/support/log.ts";
import { longWait } from "../../../../test/support/long-wait.ts";
import { holdLeadership } from "../../src/postgres/leadership.ts";

/** Records its start and its end in `events`, and runs until its signal aborts. */
function createWork(name: string, events: string[]): (signal: AbortSignal) => Promise<void> {
	return async (signal) => {
		events.push(`${name} leads`);
		await new Promise((resolve) => signal.addEventListener("abort", resolve));
		events.push(`${name} ends`);
	};
}

it("has one leader at a time, and the next as soon as it leaves", async () => {
	await using database = await createTestDatabase();
	const events: string[] = [];
	const options = { url: database.url, name: "poll", log: createTestLog() };
	const first = holdLeadership(options, createWork("first", events));
	await vi.waitUntil(() => events.length === 1, longWait);
	const second = holdLeadership(options, createWork("second", events));
	const third = holdLeadership({ ...options, name: "other" }, createWork("third", events));
	await vi.waitUntil(() => events.length === 2, longWait);
	expect(events).toEqual(["first leads", "third leads"]);
	await first[Symbol.asyncDispose]();
	await vi.waitUntil(() => events.includes("second leads"), longWait);
	expect(events.indexOf("first ends")).toBeLessThan(events.indexOf("second leads"));
	await second[Symbol.asyncDispose]();
	await third[Symbol.asyncDispose]();
});

it("ends the work of a leader that lost its connection, and lets it try again", async () => {
	await using database = await createTestDatabase();
	const events: string[] = [];
	await using _leader = holdLeadership(
		{ url: database.url, name: "poll", log: createTestLog() },
		createWork("one", events),
	);
	await vi.waitUntil(() => events.length === 1, longWait);
	await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lead poll'`;
	await vi.waitUntil(() => events.length === 3, longWait);
	expect(events).toEqual(["one leads", "one ends", "one leads"]);
});

it("can stop waiting", async () => {
	await using database = await createTestDatabase();
	const events: string[] = [];
	const options = { url: database.url, name: "poll", log: createTestLog() };
	await using _first = holdLeadership(options, createWork("first", events));
	await vi.waitUntil(() => events.length === 1, longWait);
	const second = holdLeadership(options, createWork("second", events));
	await second[Symbol.asyncDispose]();
	expect(events).toEqual(["first leads"]);
});
