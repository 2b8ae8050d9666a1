import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let fixture: ActionsFixture;
let next = 1;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	await fixture.database.sql`delete from bot.watches`;
	await fixture.database.sql`delete from bot.outbox`;
});

async function watching(name: string, underCents: number | null = null) {
	const { personId } = await fixture.customer(next++);
	await fixture.database.sql`delete from bot.watches`;
	const added = await fixture.actions.watch.add({ personId, name, underCents });
	if (added.kind !== "watched") throw new Error(`not watched: ${added.kind}`);
	return { personId, watchId: added.watchId };
}

async function lookAgain(ms = 20 * minuteMs) {
	await fixture.database.advance(ms);
	await fixture.look();
}

const searches = () => fixture.service.calls.filter(({ path }) => path.includes("search")).length;
const other = () => fixture.service.openAccount();

describe("a watched name", () => {
	it("is reported once when it becomes available, also if the answers flap", async () => {
		fixture.service.take("brand-one.com", other());
		const { personId, watchId } = await watching("brand-one.com");
		await fixture.look();
		expect(await fixture.notifications()).toEqual([]);
		for (let flap = 0; flap < 4; flap += 1) {
			fixture.service.owned.delete("brand-one.com");
			await lookAgain();
			fixture.service.take("brand-one.com", other());
			await lookAgain();
		}
		expect(await fixture.notifications()).toEqual([`name to ${personId}`]);
		expect(await fixture.actions.watch.available({ personId, watchId })).toBeNull();
		await lookAgain(25 * hourMs);
		fixture.service.owned.delete("brand-one.com");
		await lookAgain();
		expect(await fixture.notifications()).toHaveLength(2);
		expect(await fixture.actions.watch.available({ personId, watchId })).toMatchObject({ domain: "brand-one.com" });
	});

	it("is asked alone if the answer to many does not say what is available, a few names at a time", async () => {
		fixture.service.batches.checks = false;
		try {
			const { personId, watchId } = await watching("lone-0.com");
			for (let count = 1; count < 5; count += 1)
				await fixture.actions.watch.add({ personId, name: `lone-${count}.com`, underCents: null });
			for (let count = 0; count < 5; count += 1) fixture.service.take(`lone-${count}.com`, other());
			const alone = () => fixture.service.calls.filter(({ path }) => path.includes("search?")).length;
			const before = alone();
			await fixture.look();
			expect(alone() - before).toBe(3);
			expect(await fixture.notifications()).toEqual([]);
			expect(await fixture.actions.watch.read({ personId, watchId })).toMatchObject({ available: false });
			for (let round = 0; round < 2; round += 1) await lookAgain(2 * minuteMs);
			fixture.service.owned.delete("lone-4.com");
			for (let round = 0; round < 4; round += 1) await lookAgain(16 * minuteMs);
			expect(await fixture.notifications()).toEqual([`name to ${personId}`]);
		} finally {
			fixture.service.batches.checks = true;
		}
	});

	it("is not reported above the limit, and is once the limit allows it", async () => {
		const { personId, watchId } = await watching("brand-two.com", 100);
		await fixture.look();
		expect(await fixture.notifications()).toEqual([]);
		expect(await fixture.actions.watch.read({ personId, watchId })).toMatchObject({ available: true, underCents: 100 });
		await fixture.actions.watch.add({ personId, name: "brand-two.com", underCents: 4_000 });
		await lookAgain();
		expect(await fixture.notifications()).toEqual([`name to ${personId}`]);
	});

	it("shows why the bot could not look, and reports nothing then", async () => {
		fixture.service.take("brand-three.com", other());
		const { personId, watchId } = await watching("brand-three.com");
		await fixture.look();
		fixture.service.fail(/search/, { kind: "reset" });
		await lookAgain();
		expect(await fixture.actions.watch.read({ personId, watchId })).toMatchObject({
			available: false,
			failure: "service_down",
		});
		expect(await fixture.notifications()).toEqual([]);
	});

	it("shares one search with the person's other names", async () => {
		const { personId } = await watching("many-0.com");
		for (let index = 1; index < 40; index += 1) {
			await fixture.actions.watch.add({ personId, name: `many-${index}.com`, underCents: 1 });
		}
		const before = searches();
		await fixture.look();
		// One search contains all names. The bot has learned before that the fake registrar takes plain strings.
		expect(searches()).toBe(before + 1);
		const list = await fixture.actions.watch.list({ personId });
		if (list.kind !== "watches") throw new Error("no list");
		expect(list.watches.map(({ available }) => available)).toEqual(Array.from({ length: 40 }, () => true));
	});

	it("ends without a message when it becomes the person's own", async () => {
		fixture.service.take("brand-four.com", other());
		const { personId, watchId } = await watching("brand-four.com");
		await fixture.look();
		await fixture.database.advance(minuteMs);
		await fixture.database.sql`
			insert into bot.domains (account_id, domain) select account_id, subject from bot.watches where id = ${watchId}`;
		await lookAgain();
		expect(await fixture.actions.watch.read({ personId, watchId })).toBeNull();
		expect(await fixture.notifications()).toEqual([]);
	});

	it("is exported, can be stopped, and a person has at most 200", async () => {
		const { personId, watchId } = await watching("brand-five.com");
		expect(await fixture.actions.privacy.exportData({ personId })).toContain("brand-five.com");
		for (let index = 1; index < 200; index += 1) {
			await fixture.actions.watch.add({ personId, name: `full-${index}.com`, underCents: null });
		}
		const full = { personId, name: "full-200.com", underCents: null };
		expect(await fixture.actions.watch.add(full)).toEqual({ kind: "full" });
		await fixture.actions.watch.stop({ personId, watchId });
		expect((await fixture.actions.watch.add(full)).kind).toBe("watched");
		expect(await fixture.actions.watch.read({ personId, watchId })).toBeNull();
	});
});
