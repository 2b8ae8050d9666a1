import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

vi.setConfig({ testTimeout: 60_000 });

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function clock(): Promise<number> {
	const [row] = await world.fixture.database.sql<{ at: Date }[]>`select clock() as at`;
	return row?.at.getTime() ?? 0;
}

/**
 * Returns the chat of a person who owns these domains. `names` maps each domain to the number of days until it expires.
 */
async function owner(names: Record<string, number>) {
	const anna = await world.customer();
	const now = await clock();
	for (const [name, days] of Object.entries(names))
		world.fixture.service.take(name, anna.account, { expires: now + days * dayMs });
	await anna.starts();
	return anna;
}

/**
 * Advances the clock to 09:30 and sends the reminders of that morning. If it is later than 09:00, advances to 09:30 of
 * the next day, because today's reminder may already exist.
 */
async function morning(): Promise<void> {
	const time = (await clock()) % dayMs;
	await world.advance(((33 * hourMs - time) % dayMs) + hourMs / 2);
	await world.fixture.look();
	await world.work();
}

const charges = ({ account }: Awaited<ReturnType<typeof owner>>) =>
	account.ledger.map(({ domain, cents }) => [domain, cents]);

it("sends one message in the morning with the cost and the balance, and renews all with one more tap", async () => {
	const anna = await owner({ "all-a.com": 6, "all-b.net": 20, "all-far.com": 200 });
	await morning();
	await anna.until("2 domains expire soon");
	expect(anna.screen).toContain("Renewing all that expires within 30 days: $25.50\nYour balance is $500.00.");
	expect(anna.screen).not.toContain("all-far.com");
	expect(anna.buttons.flat().join()).toMatch(/all-a\.com · \w+ \d+(, \d+)? · \$12\.50/);
	await anna.taps("Renew all 2");
	await anna.until("$25.50");
	expect(charges(anna)).toEqual([]);
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("Renewed: 2 domains");
	expect(charges(anna).toSorted()).toEqual([
		["all-a.com", 1_250],
		["all-b.net", 1_300],
	]);
	for (let day = 0; day < 8; day += 1) await morning();
	expect(anna.messages.filter(({ text }) => text?.includes("expire soon"))).toHaveLength(0);
});

it("lets a person decide about each name: later, let go, undo and renew", async () => {
	const anna = await owner({ "each-a.com": 25, "each-b.com": 26 });
	await morning();
	await anna.until("2 domains expire soon");
	await anna.taps("each-a.com");
	await anna.until("each-a.com expires on");
	await anna.taps("🍃 Let it expire");
	await anna.until("You chose to let it expire");
	await anna.taps("‹ Back");
	await anna.until("Renewing all that expires within 30 days: $12.50");
	expect(anna.buttons.flat().join()).toContain("🍃 each-a.com");
	await anna.taps("each-a.com");
	await anna.taps("↩️ Undo");
	await anna.until("usual reminders are on again");
	await anna.taps("💤 Remind later");
	await anna.until("The next reminder is on");
	await anna.taps("🔄 Renew");
	await anna.until("Renew each-a.com?");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("each-a.com is renewed");
	expect(charges(anna)).toEqual([["each-a.com", 1_250]]);
});

it("says how much money is missing", async () => {
	const anna = await owner({ "poor-a.com": 6, "poor-b.com": 6 });
	anna.account.balanceCents = 2_000;
	await morning();
	await anna.until("Your balance is $20.00.");
	expect(anna.screen).toContain("You need $5.00 more to renew all of them.");
});

it("shows 20 names on a page and counts the others", async () => {
	const anna = await owner(Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`page-${index}.com`, 6])));
	await morning();
	await anna.until("45 domains expire soon");
	expect(anna.buttons.flat().filter((label) => label.startsWith("page-"))).toHaveLength(20);
	expect(anna.screen).toContain("1–20 of 45");
	await anna.taps("Next ›");
	await anna.until("21–40 of 45");
	await anna.taps("Renew all 45");
	await anna.until("$562.50");
});

it("sends nothing, and changes an old message, once the names were renewed elsewhere", async () => {
	const anna = await owner({ "elsewhere.com": 6 });
	await morning();
	await anna.until("1 domain expires soon");
	const owned = world.fixture.service.owned.get("elsewhere.com");
	if (owned) owned.expires += 365 * dayMs;
	await world.fixture.actions.domain.card({ personId: anna.view.person.id, domain: "elsewhere.com" });
	await anna.taps("elsewhere.com");
	await anna.taps("‹ Back");
	await anna.until("None of these domains expires soon");
});

it("renews the domains of each account of a person from one message", async () => {
	const anna = await owner({ "acc-one.com": 6 });
	const second = world.fixture.service.openAccount();
	await world.fixture.actions.connection.connect({ personId: anna.view.person.id, token: second.token });
	world.fixture.service.take("acc-two.com", second, { expires: (await clock()) + 20 * dayMs });
	await morning();
	await world.advance(dayMs / 48);
	await world.work();
	await anna.until("2 domains expire soon");
	for (const { userId } of [anna.account, second]) expect(anna.screen).toContain(`Account ${userId}`);
	await anna.taps("acc-one.com");
	await anna.until("acc-one.com expires on");
	await anna.taps("‹ Back");
	await anna.taps(`${anna.account.userId}: 🔄`);
	await anna.until("Renew acc-one.com?");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("acc-one.com is renewed");
	expect(anna.account.ledger).toHaveLength(1);
	expect(second.ledger).toHaveLength(0);
});

it("lists by command what expires, for any number of days", async () => {
	const anna = await owner({ "list-a.com": 10, "list-b.com": 80, "list-c.com": 400 });
	await morning();
	await anna.says("/expiring");
	await anna.until("Expiring within 60 days: 1");
	await anna.taps("Other period");
	await anna.taps("90 days");
	await anna.until("Expiring within 90 days: 2");
	expect(anna.screen).toContain("Renewing all of them for a year: $25.00");
	await anna.says("/expiring 500");
	await anna.until("Expiring within 500 days: 3");
	await anna.says("/expiring 3");
	await anna.until("All your domains are paid for longer");
	for (const days of ["1e9", "0", "3651", "99999999", "-5", "1.5", "1 000", "30 60"]) {
		await anna.says(`/expiring ${days}`);
		await anna.until("Send a number of days from 1 to 3,650");
		await anna.says("/expiring 60 days");
		await anna.untilView(() => !anna.screen.includes("Send a number of days"));
	}
	await anna.says("/expiring soon");
	await anna.until("Expiring within 60 days: 1");
	await anna.taps("Renew 1 domain");
	await anna.until("Renew list-a.com?");
});

it("shows the stored dates while the registrar does not answer", async () => {
	const anna = await owner({ "old-date.com": 10 });
	await morning();
	world.fixture.service.fail(/./, ...Array.from({ length: 20 }, () => ({ kind: "reset" }) as const));
	await anna.says("/expiring 30");
	await anna.until("dates and prices may be old");
	expect(anna.buttons.flat().join()).toContain("old-date.com");
	world.fixture.service.heal();
});

it("turns reminders off and on in the settings", async () => {
	const anna = await owner({ "quiet.com": 6 });
	await anna.says("/notifications");
	await anna.taps("⏰ Reminders");
	for (const days of ["60 days", "30 days", "7 days", "1 day"]) await anna.taps(`🔔 ${days}`);
	await anna.until("All reminders are off");
	await morning();
	expect(anna.messages.filter(({ text }) => text?.includes("expires soon"))).toHaveLength(0);
	await anna.taps("🔕 7 days");
	await morning();
	await anna.until("1 domain expires soon");
});

it("plans what renewals cost, by month and by tag, as text and as a picture", async () => {
	const anna = await owner({ "plan-a.com": 10, "plan-b.net": 70, "plan-c.com": 300 });
	await morning();
	const { personId } = { personId: anna.view.person.id };
	await world.fixture.actions.domain.tag({ personId, names: ["plan-a.com", "plan-b.net"], text: "shop" });
	await anna.says("/expiring");
	await anna.taps("📅 Planner");
	await anna.until("Renewals in the next 90 days");
	expect(anna.screen).toContain("Total: $25.50");
	await anna.taps("365 days");
	await anna.until("Total: $38.00");
	await anna.taps("🏷 By tag");
	await anna.until("#shop: $25.50 for 2 domains");
	expect(anna.screen).toContain("No tag: $12.50 for 1 domain");
	await anna.taps("🖼 Show chart");
	await anna.until("at today’s prices");
	expect(world.calls.filter(({ method }) => method === "sendPhoto")).toHaveLength(1);
});
