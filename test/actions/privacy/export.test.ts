import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

it("contains neither the receiver's address nor the path in it", async () => {
	const anna = await fixture.customer(3);
	const { sql } = fixture.database;
	await sql`update bot.accounts set webhook_url = 'https://bot.example/events/' || receiver_path`;
	const [row] = await sql<{ path: string }[]>`
		select receiver_path as path from bot.accounts where user_id = ${anna.account.userId}`;
	const text = await fixture.actions.privacy.exportData(anna);
	expect(text).toContain(`"user_id": ${anna.account.userId}`);
	expect(text).not.toContain(row?.path);
	expect(text).not.toContain("/events/");
});

it("contains nothing of an account that its person lost to another person's token", async () => {
	const anna = await fixture.customer(1);
	const boris = await fixture.customer(2, anna.account);
	const accountsOf = async ({ personId }: { personId: number }) =>
		JSON.parse(await fixture.actions.privacy.exportData({ personId })).accounts;
	expect(await accountsOf(boris)).toHaveLength(1);
	await fixture.actions.connection.connect({ ...anna, token: fixture.service.reissue(anna.account) });
	expect([await accountsOf(anna), await accountsOf(boris)]).toMatchObject([[{ user_id: anna.account.userId }], []]);
});
