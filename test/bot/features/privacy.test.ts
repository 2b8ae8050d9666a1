import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { erasedPersonId } from "../../../src/store/people.ts";
import type { Chat } from "../../support/chat.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function buy(anna: Chat, name: string): Promise<void> {
	await anna.says(name);
	await anna.taps("Register");
	await anna.until(`Register ${name}?`);
	await anna.taps("Pay");
}

/** Counts the rows with this person's id in each table of the bot. Tables without such rows are omitted. */
async function traces(personId: number): Promise<Record<string, number>> {
	const { sql } = world.fixture.database;
	const columns = await sql<{ table: string; column: string }[]>`
		select c.table_name as table, c.column_name as column from information_schema.columns c
		where c.table_schema = 'bot' and (c.column_name in ('person_id', 'owner_id', 'last_person_id', 'chat_id')
			or (c.table_name in ('people', 'chats') and c.column_name = 'id'))`;
	const found: Record<string, number> = {};
	for (const { table, column } of columns) {
		const [row] = await sql<{ count: number }[]>`
			select count(*)::int as count from bot.${sql(table)} where ${sql(column)} = ${personId}`;
		if (row?.count) found[table] = row.count;
	}
	return found;
}

async function deleteAll(anna: Chat): Promise<void> {
	await anna.says("/privacy");
	await anna.taps("Delete my data");
	await anna.until("Delete all your data here?");
	await anna.taps("Delete everything");
	await anna.until("You cannot undo this");
	await anna.taps("Delete for good");
}

it("sends all stored data as a file, without a token or a secret", async () => {
	const anna = await world.customer();
	await buy(anna, "my-own-data.com");
	await world.work();
	await anna.until("my-own-data.com is registered");
	await anna.says("/privacy");
	await anna.until("Lists that you send are kept 30 days");
	await anna.taps("Export my data");
	await anna.until("without tokens and secrets");
	await anna.until("The file is in the next message");
	const file = anna.messages.findLast((message) => message.document !== undefined)?.document;
	expect(file?.file_name).toBe("my-data.json");
	const text = (await anna.downloads(file?.file_id ?? "")).toString();
	const data = JSON.parse(text);
	expect(data.people).toMatchObject([{ locale: "en" }]);
	expect(data.connections).toMatchObject([{ state: "live", token_last4: anna.account.token.slice(-4) }]);
	expect(data.operations).toMatchObject([{ kind: "register", state: "succeeded" }]);
	expect(data.items).toMatchObject([{ domain: "my-own-data.com" }]);
	expect(text).not.toContain(anna.account.token);
	expect(text).not.toMatch(/token"|token_print|webhook_secret|receiver_path/);
});

it("sends the file later if Telegram asks to wait for half a minute", async () => {
	const anna = await world.customer();
	anna.expectsRefusal("Too Many Requests");
	await anna.says("/privacy");
	await anna.until("Lists that you send are kept 30 days");
	const flood = { status: 429, description: "Too Many Requests: retry after 30", retryAfter: 30 };
	world.telegram.faults.add({ method: "sendDocument", times: 1, ...flood });
	await anna.taps("Export my data");
	await anna.until("The file is in the next message");
	expect(anna.messages.some((message) => message.document !== undefined)).toBe(false);
	await world.advance(31_000);
	await world.work();
	await anna.until("without tokens and secrets");
	expect(JSON.stringify(anna.messages)).not.toContain("went wrong");
});

it("deletes everything after two confirmations, and starts again with /start", async () => {
	const anna = await world.customer();
	await buy(anna, "soon-forgotten.com");
	await world.work();
	await anna.until("soon-forgotten.com is registered");
	const [person] = await world.fixture.database.sql<{ person_id: number }[]>`
		select person_id::int from bot.connections where token_last4 = ${anna.account.token.slice(-4)} order by id desc limit 1`;
	const id = person?.person_id ?? 0;
	expect(Object.keys(await traces(id))).toEqual(
		expect.arrayContaining(["people", "connections", "operations", "screens"]),
	);
	await deleteAll(anna);
	await anna.until("All your data is deleted");
	await world.work();
	expect(await traces(id)).toEqual({});
	const [left] = await world.fixture.database.sql`
		select from bot.items where domain = 'soon-forgotten.com' union all select from bot.domains where domain = 'soon-forgotten.com'`;
	expect(left).toBeUndefined();
	await anna.starts();
	await anna.until("Welcome");
});

it.each(["still connected", "disconnected before"])(
	"deletes an account that only this person used: %s",
	async (how) => {
		const anna = await world.customer();
		const { sql } = world.fixture.database;
		const { userId } = anna.account;
		const rows = async () => {
			const [row] = await sql`select id from bot.accounts where user_id = ${userId}`;
			return row;
		};
		const account = await rows();
		await sql`insert into bot.domains (account_id, domain) values (${account?.["id"]}, ${`looked-at-${userId}.com`})`;
		if (how === "disconnected before") {
			await anna.says("/account");
			await anna.taps("Accounts");
			await anna.taps(`Disconnect ${userId}`);
			await anna.taps("Disconnect account");
			await anna.until("Account disconnected, token deleted");
		}
		await deleteAll(anna);
		await anna.until("All your data is deleted");
		expect(await rows()).toBeUndefined();
		expect([...(await sql`select from bot.domains where domain = ${`looked-at-${userId}.com`}`)]).toEqual([]);
	},
);

it("deletes an account with the last person who ordered with it", async () => {
	const anna = await world.customer();
	const boris = await world.customer();
	await boris.says(`/connect ${anna.account.token}`);
	await boris.until("Connected");
	await buy(anna, "by-anna.com");
	await buy(boris, "by-boris.com");
	await world.work();
	await boris.until("by-boris.com is registered");
	await anna.until("by-anna.com is registered");
	for (const person of [anna, boris]) {
		await deleteAll(person);
		await person.until("All your data is deleted");
	}
	const { sql } = world.fixture.database;
	expect([...(await sql`select from bot.accounts where user_id = ${anna.account.userId}`)]).toEqual([]);
	expect([...(await sql`select from bot.items where domain in ('by-anna.com', 'by-boris.com')`)]).toEqual([]);
});

it("keeps the record of an account with another user, without this person's name", async () => {
	const anna = await world.customer();
	const boris = await world.customer();
	await boris.says(`/connect ${anna.account.token}`);
	await boris.until("Connected");
	await buy(anna, "shared-record.com");
	await world.work();
	await anna.until("shared-record.com is registered");
	await deleteAll(anna);
	await anna.until("All your data is deleted");
	const rows = await world.fixture.database.sql`
		select o.person_id::int from bot.operations o join bot.items i on i.operation_id = o.id where i.domain = 'shared-record.com'`;
	expect([...rows]).toEqual([{ person_id: erasedPersonId }]);
	await boris.says("/ops");
	await boris.untilView(() => boris.buttons.flat().some((label) => label.includes("shared-record.com")));
});

it("deletes nothing while the result of an order is open, and names that order", async () => {
	const anna = await world.customer();
	await buy(anna, "not-yet-known.com");
	await anna.until(/#\w+/);
	await anna.says("/privacy");
	await anna.taps("Delete my data");
	await anna.until(/Still in progress: #\w+/);
	expect(anna.buttons.flat()).not.toContain("🗑 Delete everything");
	await anna.taps("Open my orders");
	await anna.untilView(() => anna.buttons.flat().some((label) => label.includes("not-yet-known.com")));
});

it("speaks Russian", async () => {
	const { id } = await world.meet("ru");
	const boris = await world.chat({ person: id });
	await boris.says("/privacy");
	await boris.until("Мои данные");
	await boris.taps("Удалить мои данные");
	await boris.taps("🗑 Удалить всё");
	await boris.until("Отменить это нельзя");
	await boris.taps("Удалить навсегда");
	await boris.until("Все ваши данные удалены");
});

it("deletes nothing after the question was cancelled", async () => {
	const anna = await world.customer();
	await anna.says("/privacy");
	await anna.taps("Delete my data", { above: true });
	await anna.taps("Delete everything");
	await anna.until("You cannot undo this");
	await anna.says("/start");
	await anna.taps("Delete for good", { above: true });
	await anna.until("This step was closed because you started something else");
	await anna.taps("Start again", { above: true });
	await anna.taps("Delete my data", { above: true });
	await anna.until("Delete all your data here?");
	await anna.says("/cancel");
	await anna.until("Cancelled: 🗑 Delete my data.");
});
