import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { runOperatorCommand } from "../../../src/world/operator/command.ts";
import { type BotUnderTest, startBot } from "../../bot/setup.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const operator = (...words: string[]) =>
	runOperatorCommand(() => ({ db: world.fixture.database.db, actions: world.fixture.actions }), words);

it("settles an unresolved operation for a person once, and notifies them", async () => {
	const { personId } = await world.fixture.customer(77);
	const { actions, database } = world.fixture;
	const quote = await actions.quote.register({ personId, lines: [{ domain: "nobody-knows.com", years: 1 }] });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId, reference, quote: shown } = quote.operation;
	await actions.operation.confirm({ personId, operationId, number: shown?.number ?? 1 });
	expect(await operator("doubts")).toEqual({ ok: true, value: { operations: [] } });
	await database.sql`update bot.requests set phase = 'needs_human', doubt = true where operation_id = ${operationId}`;
	await database.sql`update bot.operations set state = 'needs_human' where id = ${operationId}`;
	expect(await operator("doubts")).toMatchObject({
		ok: true,
		value: { operations: [{ reference, kind: "register", person: 77, domains: ["nobody-knows.com"] }] },
	});
	expect(await operator("settle", reference, "happened", "elsewhere.com")).toMatchObject({
		ok: false,
		error: { message: `Order ${reference} does not contain elsewhere.com` },
	});
	expect(await operator("settle", reference.slice(1).toLowerCase(), "happened", "nobody-knows.com")).toEqual({
		ok: true,
		value: { reference, state: "succeeded", domains: ["nobody-knows.com"] },
	});
	expect(await world.fixture.notifications()).toContain("operation to 77");
	expect(await operator("settle", reference, "did-not")).toMatchObject({ ok: false, error: { code: "not_found" } });
});

it("lists an order that makes no progress, and settles it only after its person was asked", async () => {
	const { personId } = await world.fixture.customer(79);
	const { actions, database } = world.fixture;
	const quote = await actions.quote.register({ personId, lines: [{ domain: "no-progress.com", years: 1 }] });
	if (quote.kind !== "quoted") throw new Error(quote.kind);
	const { id: operationId, reference } = quote.operation;
	await actions.operation.confirm({ personId, operationId, number: 1 });
	await database.sql`
		update bot.requests set phase = 'unknown', doubt = true, attempts = 7, first_sent_at = clock() - interval '16 minutes'
		where operation_id = ${operationId}`;
	expect(await operator("doubts")).toMatchObject({
		value: { operations: [{ reference, asked: false, attempts: 7, domains: ["no-progress.com"] }] },
	});
	expect(await operator("settle", reference, "happened")).toMatchObject({ ok: false, error: { code: "not_asked" } });
});

it("bans a person, lifts the ban, and sends what waited for them", async () => {
	const { id } = await world.meet();
	const { id: personId } = await world.meet();
	const anna = await world.chat({ person: id });
	// `world.work` also sends notifications of earlier tests. Their recipients have no chat with this bot, so Telegram
	// refuses to deliver them.
	anna.expectsRefusal("chat not found");
	const none = { watches: 0, account_checks: 0, auto_renewals: 0, lists: 0, notifications: 0 };
	expect(await operator("ban", String(id))).toEqual({ ok: true, value: { user: id, banned: true, held: none } });
	await anna.starts();
	await anna.until("This bot is private");
	await world.fixture.database.sql`insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		values (${id}, ${id}, 'event', 1, 'x')`;
	await world.work();
	const [row] = await world.fixture.database.sql`select state, wake_at from bot.outbox where person_id = ${id}`;
	expect(row).toEqual({ state: "waiting", wake_at: null });
	const resumed = { ...none, notifications: 1 };
	expect(await operator("unban", String(id))).toEqual({ ok: true, value: { user: id, banned: false, resumed } });
	expect(await operator("unban", String(id))).toMatchObject({ ok: false, error: { code: "not_banned" } });
	await anna.says("/help");
	await anna.until("What you can do here");
	const other = await world.chat({ person: personId });
	other.expectsRefusal("chat not found");
	await other.starts();
	await other.until("Welcome");
});

it.each([
	[["own", "1", "77"], "not_found"],
	[["own", "one", "77"], "usage"],
	[["own", "1", "-77"], "usage"],
	[["own", "1"], "usage"],
])("does not give away a missing or unnamed account: %s", async (words, code) => {
	expect(await operator(...words)).toMatchObject({ ok: false, error: { code } });
});

it("exports and deletes a person's data, and reports a person without data", async () => {
	await world.fixture.customer(78);
	expect(await operator("export", "78")).toMatchObject({ ok: true, value: { people: [{ id: 78 }] } });
	expect(await operator("forget", "78")).toEqual({ ok: true, value: { user: 78, forgotten: true } });
	for (const word of ["export", "forget"]) {
		expect(await operator(word, "78")).toMatchObject({ ok: false, error: { code: "not_found" } });
	}
});

it.each([
	[["destroy"], "Use one of: doubts, settle, own, ban, unban, export, forget, move-in"],
	[["ban"], "Use: ban USER"],
	[["ban", "-100200"], "Use: ban USER"],
	[["settle", "#4K7Q", "maybe"], "Use: settle REFERENCE happened|did-not [DOMAIN]"],
	[["settle", "!", "happened"], "Use: settle REFERENCE happened|did-not [DOMAIN]"],
	[["doubts", "all"], "Use: doubts"],
])("shows the usage of %j", async (words, message) => {
	expect(await operator(...words)).toEqual({ ok: false, error: { code: "usage", message } });
});
