import { afterAll, beforeAll, expect, it, type TestContext, vi } from "vitest";
import { type ServiceSetup, serviceSetups } from "../support/service-setups.ts";

vi.setConfig({ testTimeout: 120_000 });

// These tests count the taps and messages that an experienced person needs for a task. The person starts on the Home
// screen.

const [, open] = serviceSetups[0] ?? [];
let setup: ServiceSetup;
beforeAll(async () => {
	if (!open) throw new Error("the built-in service is missing");
	setup = await open();
});
afterAll(() => setup[Symbol.asyncDispose]());

/**
 * Creates a customer who is on the Home screen. The count of their taps and messages starts when this function returns.
 */
async function begin(
	test: TestContext,
	prepare: (user: Awaited<ReturnType<ServiceSetup["customer"]>>) => Promise<void>,
) {
	const anna = await setup.customer(test);
	await prepare(anna);
	await anna.says("/start");
	await anna.until("Home");
	const cost = { taps: 0, messages: 0 };
	return {
		anna,
		cost,
		until: anna.until.bind(anna),
		async taps(label: string) {
			cost.taps += 1;
			await anna.taps(label);
		},
		async says(text: string) {
			cost.messages += 1;
			await anna.says(text);
		},
	};
}

it("renewing everything that expires within 60 days takes 4 taps", async (test) => {
	const names = ["due-one.com", "due-two.com", "due-three.com"];
	const { taps, until, cost } = await begin(test, async (anna) => {
		for (const name of [...names, "not-due.com"]) await anna.owns(name);
		await setup.world.database.sql`
			update service.domains set expires_at = clock() + interval '20 days' where name in ${setup.world.database.sql(names)}`;
		await anna.says("/domains");
		await anna.until("My domains: 4");
	});
	await until("Expiring within 60 days: 3 · Renewal: $37.50");
	await taps("Renew 3 due soon");
	const selected = await until("Selected: 3 of 3");
	expect(selected.text).toContain("Renewing the selected domains for a year: $37.50");
	await taps("Renew 3");
	await until("for how many years?");
	await taps("1 year");
	await until("Total, 3 domains × 1 year");
	await taps("Pay $37.50");
	await until("Renewed");
	expect(cost).toEqual({ taps: 4, messages: 0 });
});

it("buying a domain takes a message and 2 taps", async (test) => {
	const { taps, says, until, cost } = await begin(test, async () => {});
	await says("one-tap-away.com");
	await until("available");
	await taps("Register");
	await until("Price for 1 year");
	await taps("Pay $11.50");
	await until("is registered");
	expect(cost).toEqual({ taps: 2, messages: 1 });
});

it("an order that lacks play money continues after at most 3 taps, one of them because it is large", async (test) => {
	const { anna, taps, until, says, cost } = await begin(test, async () => {});
	await says("short-of-money.ai");
	await until("available");
	await anna.taps("Register");
	await anna.taps("Options");
	await anna.taps("10 years");
	await until("Not enough play money");
	await taps("Add $500");
	await until("Balance after");
	await taps("Pay");
	await until("This order is unusually large");
	await taps("Pay");
	await until("short-of-money.ai is registered");
	expect(cost.taps).toBeLessThanOrEqual(3);
});

it("a new token takes 5 taps", async (test) => {
	const { taps, until, cost } = await begin(test, async () => {});
	await taps("Account");
	await until("IP whitelist");
	await taps("🔑 API");
	await until("🔑 API, account");
	await taps("🔑 Token");
	await until("Token and API");
	await taps("Create new token");
	await until("Replace the token?");
	await taps("Replace token");
	await until("New token created");
	expect(cost).toEqual({ taps: 5, messages: 0 });
});

it("ordering a list without two of its names takes a message and 5 taps, one of them because it is large", async (test) => {
	const { taps, until, says, cost } = await begin(test, async () => {});
	const names = Array.from({ length: 22 }, (_, index) => `without-two-${index + 10}.com`);
	await says(names.join("\n"));
	await until("22 available");
	await taps("☑️ without-two-12.com");
	await until("Selected: 21 of 22");
	await taps("☑️ without-two-30.com");
	const list = await until("Selected: 20 of 22");
	expect(list.text).toContain("Total: $230.00\nRenewal total: $250.00/yr");
	await taps("Register 20 domains");
	await until("Register 20 domains?");
	await taps("Pay $230.00");
	await until("This order is unusually large");
	await taps("Pay $230.00");
	const receipt = await until("Registered: 20 domains");
	expect(cost).toEqual({ taps: 5, messages: 1 });
	const labels = receipt.keyboard?.flat().map(({ text }) => text);
	expect(labels).toEqual(expect.arrayContaining(["🧭 DNS", "🖥 Nameservers"]));
	await taps("🖥 Nameservers");
	await until("nameservers for 20 domains");
	await taps("Back");
	await until("Registered: 20 domains");
	await taps("🧭 DNS");
	await until("20 domains");
});

it("an order of 22 names ends in one message, the receipt", async (test) => {
	const { anna, taps, until, says } = await begin(test, async () => {});
	await says(Array.from({ length: 22 }, (_, index) => `twenty-two-${index}.com`).join("\n"));
	await until("22 available");
	await taps("Register 22");
	await until("Total, 22 domains");
	const before = anna.messages.length;
	await taps("Pay");
	await until("This order is unusually large");
	await taps("Pay");
	await until("Registered: 22 domains");
	const reported = () => setup.world.database.sql<{ count: number }[]>`
		select count(*)::int as count from bot.inbox where domain like 'twenty-two-%' and receipt_id is not null`;
	await expect.poll(async () => (await reported())[0]?.count, { timeout: 60_000 }).toBe(22);
	expect(anna.messages.slice(before).map(({ text }) => text)).toEqual([]);
});

it("changing nameservers takes 6 taps", async (test) => {
	const { taps, until, cost } = await begin(test, async (anna) => {
		await anna.owns("servers-cost.com");
		await anna.says("/ns servers-cost.com ns1.other.net ns2.other.net");
		await anna.taps("Apply");
		await anna.taps("Replace nameservers");
		await anna.until("Nameservers of servers-cost.com updated");
	});
	await taps("My domains");
	await until("My domains: 1");
	await taps("servers-cost.com");
	await until("Auto-renew: off");
	await taps("DNS");
	await until("DNS of servers-cost.com");
	await taps("Nameservers");
	await until("Nameservers of servers-cost.com");
	await taps("Registrar default");
	const plan = await until("The current records stop working");
	expect(plan.text).not.toContain("second time");
	await taps("Replace nameservers");
	await until("Nameservers of servers-cost.com updated");
	expect(cost).toEqual({ taps: 6, messages: 0 });
});

it("an A record takes 1 message and 5 taps, also if its type is left out", async (test) => {
	const { taps, until, says, cost } = await begin(test, (anna) => anna.owns("record-cost.com"));
	await taps("My domains");
	await until("My domains: 1");
	await taps("record-cost.com");
	await until("Auto-renew: off");
	await taps("DNS");
	await until("record-cost.com");
	await taps("Add record");
	await until("Add a record to");
	await says("www 203.0.113.4");
	await until("www A 203.0.113.4");
	await taps("Apply changes");
	await until("DNS");
	expect(cost).toEqual({ taps: 5, messages: 1 });
});

it("the spending of a month is what the balance lost by a purchase and a renewal", async (test) => {
	const { anna, taps, until, says } = await begin(test, async () => {});
	await says("spent-here.com");
	await until("is available");
	await taps("Register");
	await until("Price");
	await taps("Pay");
	await until("spent-here.com is registered");
	await says("/renew spent-here.com 2");
	await until("Renew spent-here.com?");
	await taps("Pay $25.00");
	await until("spent-here.com is renewed");
	const [account] = await setup.world.database.sql<{ balance: number }[]>`
		select balance_cents::int as balance from service.accounts where id = (
			select user_id from bot.accounts where owner_id = ${anna.view.person.id})`;
	const drop = 50_000 - (account?.balance ?? 0);
	await says("/spending");
	await until(`This month: $${(drop / 100).toFixed(2)}, 2 orders`);
	expect(anna.screen).toContain("🌐 1 domain: $11.50 · 🔄 1 domain: $25.00");
	expect(anna.screen).not.toContain("Not included");
	await taps("⬇️ CSV");
	await until("as charged by the registrar");
	await taps("🖼 Show chart");
	await until("Spending by month. Months without a bar");
});

it("other years for a quote take 2 taps, and its label stays", async (test) => {
	const { anna, taps, until, says, cost } = await begin(test, async () => {});
	await says("keeps-label.com");
	await until("available");
	await anna.taps("Register");
	await anna.taps("Options");
	await anna.taps("Set label");
	await anna.until("Send a label");
	await anna.says("client-x");
	await until("Label: client-x");
	await taps("Options");
	await taps("2 years");
	await until("Price for 2 years");
	expect(anna.screen).toContain("Label: client-x");
	expect(cost.taps).toBe(2);
	await anna.taps("Options");
	await anna.taps("Set label");
	await anna.says("shop-to-buy-next.com");
	await until("shop-to-buy-next.com is available");
});

it("a quote of several gets years and a label for all, and leads back to its list", async (test) => {
	const { anna } = await begin(test, async () => {});
	await anna.says("several-one.com several-two.com");
	await anna.until("Total");
	await anna.taps("Register 2 domains");
	await anna.until("Register 2 domains?");
	await anna.taps("Options");
	await anna.until("How many years for 2 domains?");
	await anna.taps("2 years");
	await anna.until("Total, 2 domains × 2 years");
	await anna.taps("Options");
	await anna.taps("Set label");
	await anna.says("client-y");
	await anna.until("Label: client-y");
	expect(anna.screen).toContain("Total, 2 domains × 2 years");
	await anna.taps("Options");
	await anna.taps("Set label");
	await anna.taps("No label");
	await anna.untilView(() => anna.screen.includes("Total, 2 domains × 2 years") && !anna.screen.includes("client-y"));
	await anna.taps("Back");
	await anna.until("2 available");
});
