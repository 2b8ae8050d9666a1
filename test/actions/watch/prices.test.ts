import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const dayMs = 24 * 3_600_000;
let fixture: ActionsFixture;
let next = 1;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	fixture.service.owned.clear();
	price(".com", 1_250);
	await fixture.database.sql`delete from bot.watches`;
	await fixture.database.sql`update bot.outbox set state = 'dropped'`;
});

function price(zone: string, renew: number): void {
	fixture.service.prices.set(zone, { register: 1_150, renew });
}

async function customer(...domains: string[]) {
	const { personId, account } = await fixture.customer(next++);
	const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
	const [row] = await fixture.database.sql<{ at: Date }[]>`select clock() as at`;
	const expires = (row?.at.getTime() ?? 0) + 40 * dayMs;
	for (const domain of domains) fixture.service.take(domain, account, { expires });
	await days(1);
	return { personId, accountId, account };
}

/**
 * Advances the clock in steps of 25 hours. After each step, runs the due watches (checks that the bot repeats). A step
 * is longer than a day, so every daily check is due after it.
 */
async function days(count: number): Promise<void> {
	for (let day = 0; day < count; day += 1) {
		await fixture.database.advance(dayMs + 3_600_000);
		await fixture.look();
	}
}

/**
 * Returns the content of each notification to the person, oldest first. The content is a list of domains, each with its
 * old and its new renewal price in cents.
 */
async function messages({ personId, accountId }: { personId: number; accountId: number }) {
	const rows = await fixture.database.sql`
		select facts ->> 'at' as at from bot.outbox
		where person_id = ${personId} and subject_kind = 'price' and subject_id = ${accountId} order by id`;
	return Promise.all(
		rows.map(async ({ at }) => {
			const found = await fixture.actions.price.jumps({ personId, accountId, at: new Date(at) });
			return found?.map(({ domain, oldCents, renewCents }) => `${domain} ${oldCents} ${renewCents}`) ?? null;
		}),
	);
}

async function history(personId: number, subject: string) {
	const found = await fixture.actions.price.history({ personId, subject });
	return found.kind === "history" ? found.spans : [];
}

const prices = async (personId: number, subject: string) =>
	(await history(personId, subject)).map(({ renewCents }) => renewCents);

it("stores changes only, for zones and for the account's domains", async () => {
	const { personId } = await customer("shop.com");
	await days(20);
	expect(await prices(personId, ".com")).toEqual([1_250]);
	expect(await prices(personId, "shop.com")).toEqual([1_250]);
	price(".com", 1_290);
	await days(20);
	expect(await prices(personId, ".com")).toEqual([1_290, 1_250]);
	expect(await prices(personId, "shop.com")).toEqual([1_290, 1_250]);
	const [now, before] = await history(personId, "shop.com");
	expect(Math.round(((now?.since.getTime() ?? 0) - (before?.seenAt.getTime() ?? 0)) / dayMs)).toBe(1);
	expect(await prices(personId, "other.com")).toEqual([]);
});

it("reports a jump of 10 % once, in one message for all domains, and no smaller rise", async () => {
	const anna = await customer("one.com", "two.com", "calm.net");
	price(".com", 1_374);
	await days(3);
	expect(await messages(anna)).toEqual([]);
	price(".com", 1_375);
	await days(3);
	expect(await messages(anna)).toEqual([["one.com 1250 1375", "two.com 1250 1375"]]);
	for (const cents of [1_250, 1_375, 900, 1_375]) {
		price(".com", cents);
		await days(2);
	}
	expect(await messages(anna)).toHaveLength(1);
	price(".com", 2_000);
	await days(2);
	expect((await messages(anna))[1]).toEqual(["one.com 1375 2000", "two.com 1375 2000"]);
});

it("says until when the old price was seen", async () => {
	const { personId, accountId } = await customer("until.com");
	await days(10);
	const [old] = await history(personId, "until.com");
	price(".com", 5_000);
	await days(1);
	const [row] = await fixture.database.sql`
		select facts ->> 'at' as at from bot.outbox where person_id = ${personId} and subject_kind = 'price'`;
	const found = await fixture.actions.price.jumps({ personId, accountId, at: new Date(row?.["at"]) });
	expect(found?.[0]).toMatchObject({ oldSeenAt: old?.seenAt, premium: false });
	expect(found?.[0]?.expiresAt).toBeInstanceOf(Date);
});

it("keeps a gap in which the bot could not look, and reports no jump of an unchanged price", async () => {
	const anna = await customer("gap.com");
	await days(2);
	await fixture.database.advance(30 * dayMs);
	await days(1);
	const spans = await history(anna.personId, "gap.com");
	expect(spans.map(({ renewCents }) => renewCents)).toEqual([1_250, 1_250]);
	expect((spans[0]?.since.getTime() ?? 0) - (spans[1]?.seenAt.getTime() ?? 0)).toBeGreaterThan(29 * dayMs);
	expect(await messages(anna)).toEqual([]);
});

it("takes a price that the service does not tell for no jump", async () => {
	const anna = await customer("silent.com");
	fixture.service.prices.delete(".com");
	await days(5);
	price(".com", 1_250);
	await days(2);
	expect(await messages(anna)).toEqual([]);
	expect(await prices(anna.personId, "silent.com")).toEqual([1_250, 1_250]);
});

it("is quiet about muted domains and for people who turned it off", async () => {
	const anna = await customer("muted.com", "heard.com");
	const { alert } = fixture.actions;
	await alert.mute({ personId: anna.personId, topic: "domain", domain: "muted.com" });
	price(".com", 3_000);
	await days(1);
	expect(await messages(anna)).toEqual([["heard.com 1250 3000"]]);
	await alert.mute({ personId: anna.personId, topic: "type", type: "price.changed" });
	expect(await messages(anna)).toEqual([null]);
});

it("shows a person no jumps of an account that they left", async () => {
	const anna = await customer("left.com");
	price(".com", 3_000);
	await days(1);
	expect(await messages(anna)).toHaveLength(1);
	const [mine] = await fixture.actions.connection.list({ personId: anna.personId });
	await fixture.actions.connection.disconnect({ personId: anna.personId, connectionId: mine?.id ?? 0 });
	const jumps = await fixture.actions.price.jumps({ ...anna, at: new Date() });
	expect(jumps).toBeNull();
});
