import { afterAll, beforeAll, expect, it } from "vitest";
import { isConnected } from "../../src/store/accounts.ts";
import { connectionsOf, givesAccess } from "../../src/store/connections.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
	await database.sql`insert into bot.people (id, locale) values (1, 'en')`;
});
afterAll(() => database[Symbol.asyncDispose]());

const states = ["live", "needs_whitelist", "unproved", "needs_token"];

it.each(states.flatMap((state) => [true, false].map((owned) => ({ state, owned }))))(
	"gives the same access in memory and in the database: $state, owned: $owned",
	async ({ state, owned }) => {
		const { db, sql } = database;
		const name = `${state}-${owned}`;
		const [account] = await sql<{ id: string }[]>`
			insert into bot.accounts (service_url, user_id, owner_id, receiver_path)
			values (${name}, 1, ${owned ? 1 : null}, ${name}) returning id`;
		const accountId = Number(account?.id);
		await sql`
			insert into bot.connections (person_id, account_id, service_url, token, token_print, token_last4, state)
			values (1, ${accountId}, ${name}, '', ${name}, '', ${state})`;
		const own = (await connectionsOf(db, 1)).filter((each) => each.accountId === accountId);
		const expected = state !== "needs_token" || owned;
		expect(own.map(givesAccess)).toEqual([expected]);
		expect(await isConnected(db, 1, accountId)).toBe(expected);
	},
);
