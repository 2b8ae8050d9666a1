import { clock } from "@domains/kit/postgres/clock.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChatStore } from "../../src/store/chats.ts";
import { createScreenStore } from "../../src/store/screens.ts";
import { dueRows, forgetOld } from "../../src/store/sweeps.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let accounts = 0;

beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const due = async (queue: keyof typeof dueRows) =>
	(await database.db.execute<{ id: string }>(dueRows[queue](clock))).map((row) => Number(row.id));

async function screenOf(personId: number, subject: { kind: "operation"; id: number } | null = null): Promise<number> {
	const chats = createChatStore(database.sql);
	await chats.load({ updateId: personId, personId, chatId: personId, locale: "en" });
	const show = { routeName: "home", params: {}, subject, at: null, beneath: false };
	const saved = await chats.save({ updateId: personId, personId, chatId: personId, show });
	return saved.kind === "saved" ? (saved.screenId ?? 0) : 0;
}

describe("due rows", () => {
	it("include a screen that its update did not draw, but not while a sender draws it", async () => {
		const screens = createScreenStore(database.sql);
		const id = await screenOf(1);
		expect(await due("bot.screen")).toEqual([]);
		await database.advance(30_001);
		expect(await due("bot.screen")).toEqual([id]);
		await screens.lease(id);
		expect(await due("bot.screen")).toEqual([]);
		await database.advance(30_001);
		expect(await due("bot.screen")).toEqual([id]);
		await screens.shown({ screenId: id, rev: 1, messageId: 5, keyboardRev: 1, shownHash: null, choices: [] });
		expect(await due("bot.screen")).toEqual([]);
	});

	it("include an outbox row until it is sent", async () => {
		await database.sql`insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key) values (1, 1, 'event', 1, 'alert')`;
		expect(await due("bot.outbox")).toHaveLength(1);
		await database.sql`update bot.outbox set state = 'sent', settled_at = clock()`;
		expect(await due("bot.outbox")).toEqual([]);
	});
});

describe("retention", () => {
	async function count(table: string): Promise<number> {
		const [row] = await database.sql`select count(*)::int as count from ${database.sql(`bot.${table}`)}`;
		return row?.["count"];
	}

	it("deletes each kind of old row after its own time, and never a confirmed operation", async () => {
		const operation = async (state: string, confirmed: boolean) => {
			const [account] = await database.sql`
				insert into bot.accounts (service_url, user_id, receiver_path) values ('s', ${++accounts}, gen_random_uuid()::text)
				returning id`;
			const [row] = await database.sql`
				insert into bot.operations (reference, account_id, person_id, kind, state, quote, quote_expires_at, confirmed_at)
				values (gen_random_uuid()::text, ${account?.["id"]}, 1, 'register', ${state}, '{}', clock(), ${confirmed ? new Date() : null})
				returning id`;
			const [request] = await database.sql`
				insert into bot.requests (operation_id, key) values (${row?.["id"]}, gen_random_uuid()::text) returning id`;
			await database.sql`
				insert into bot.items (operation_id, request_id, ordinal, account_id, domain, lock)
				values (${row?.["id"]}, ${request?.["id"]}, 0, ${account?.["id"]}, 'old.com', 'register')`;
		};
		await operation("lapsed", false);
		await operation("lapsed", true);
		await operation("succeeded", true);
		await screenOf(2, { kind: "operation", id: 1 });
		expect(await forgetOld(database.db)).toBe(0);
		await database.advance(47 * 3_600_000);
		await forgetOld(database.db);
		expect(await count("updates"), "Telegram may still repeat an update of yesterday").toBe(2);
		await database.advance(6 * 86_400_000);
		await forgetOld(database.db);
		expect([await count("updates"), await count("outbox"), await count("screens")]).toEqual([0, 1, 2]);
		await database.advance(7 * 86_400_000);
		await forgetOld(database.db);
		expect(await count("screens"), "without the message of an order or an alert").toBe(1);
		await database.advance(200 * 86_400_000);
		await forgetOld(database.db);
		expect([await count("outbox"), await count("screens"), await count("operations"), await count("items")]).toEqual([
			0, 0, 2, 2,
		]);
	});
});
