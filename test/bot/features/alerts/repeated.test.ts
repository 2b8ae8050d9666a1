import { afterAll, beforeAll, expect, it } from "vitest";
import type { Chat } from "../../../support/chat.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;
let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function customer() {
	const { id: personId } = await world.meet();
	const { account } = await world.fixture.customer(personId);
	const chat = await world.chat({ person: personId });
	await chat.starts();
	return { chat, personId, account };
}

async function clock(): Promise<number> {
	const [row] = await world.fixture.database.sql<{ at: Date }[]>`select clock() as at`;
	return row?.at.getTime() ?? 0;
}

/** Advances the clock by `ms`, then runs the due watches (checks that the bot repeats) and jobs. */
async function look(ms: number): Promise<void> {
	await world.advance(ms);
	await world.fixture.look();
	await world.work();
}

/** Returns the texts of the messages after the first `count`. */
const textsAfter = (chat: Chat, count: number) =>
	chat.messages
		.slice(count)
		.map(({ text }) => text)
		.join("\n");

const takeForOther = (name: string) => world.fixture.service.take(name, world.fixture.service.openAccount());

it("a second price change is a new message with the new price", async () => {
	const { chat, account } = await customer();
	const price = (renew: number) => world.fixture.service.prices.set(".com", { register: 1_150, renew });
	price(1_250);
	world.fixture.service.take("twice.com", account, { expires: (await clock()) + 300 * dayMs });
	for (let day = 0; day < 2; day += 1) await look(25 * hourMs);
	price(2_000);
	await look(25 * hourMs);
	await chat.until("$20.00");
	const before = chat.messages.length;
	price(4_000);
	for (let day = 0; day < 2; day += 1) await look(25 * hourMs);
	expect(textsAfter(chat, before)).toContain("$40.00");
});

it("a second change of a zone, after *It was me*, is a new message", async () => {
	const { chat, personId, account } = await customer();
	const record = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
	const owned = world.fixture.service.take("zoned.com", account, { records: [record] });
	await world.fixture.actions.zone.toggle({ personId, domain: "zoned.com" });
	const twice = async () => {
		await look(7 * hourMs);
		await look(6 * minuteMs);
	};
	await twice();
	owned.records = [...owned.records, { ...record, name: "first" }];
	await twice();
	await chat.until("first");
	await chat.taps("It was me");
	await world.work();
	const before = chat.messages.length;
	await twice();
	owned.records = [...owned.records, { ...record, name: "second" }];
	await twice();
	expect(textsAfter(chat, before)).toContain("second");
});

it("a watched name that becomes available again after two days is a new message", async () => {
	const { chat, personId } = await customer();
	takeForOther("again.com");
	await world.fixture.actions.watch.add({ personId, name: "again.com", underCents: null });
	await look(20 * minuteMs);
	world.fixture.service.owned.delete("again.com");
	await look(20 * minuteMs);
	await chat.until("again.com");
	takeForOther("again.com");
	await look(20 * minuteMs);
	for (let each = 0; each < 2; each += 1) await look(25 * hourMs);
	const before = chat.messages.length;
	world.fixture.service.owned.delete("again.com");
	for (let each = 0; each < 2; each += 1) await look(20 * minuteMs);
	expect(textsAfter(chat, before)).toContain("again.com");
});

it("a watched name that was taken again when the quiet hours ended is reported the next time", async () => {
	const { chat, personId } = await customer();
	takeForOther("night.com");
	await world.fixture.actions.watch.add({ personId, name: "night.com", underCents: null });
	await look(20 * minuteMs);
	const minute = Math.floor(((await clock()) % dayMs) / minuteMs);
	const hours = { from: (minute + 23 * 60) % 1_440, until: (minute + 60) % 1_440 };
	await world.fixture.actions.settings.quietHours({ personId, hours });
	world.fixture.service.owned.delete("night.com");
	await look(20 * minuteMs);
	expect(textsAfter(chat, 0)).not.toContain("night.com");
	takeForOther("night.com");
	await world.advance(hourMs);
	await world.work();
	world.fixture.service.owned.delete("night.com");
	await look(20 * minuteMs);
	await chat.until("night.com");
});

it("a name watched with another account leads to that account and then to the offer", async () => {
	const { chat, personId } = await customer();
	takeForOther("switched.com");
	const { service, actions } = world.fixture;
	const before = await actions.connection.current({ personId });
	await actions.watch.add({ personId, name: "switched.com", underCents: null });
	await look(20 * minuteMs);
	await actions.connection.connect({ personId, token: service.openAccount().token });
	service.owned.delete("switched.com");
	await look(20 * minuteMs);
	const told = await chat.until("You’re using another account now");
	expect(told.text).toContain("switched.com");
	await chat.taps("Use that account");
	await chat.until("switched.com is available");
	expect(await actions.connection.current({ personId })).toMatchObject({ id: before?.id, active: true });
});
