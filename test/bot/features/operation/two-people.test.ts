import { afterAll, beforeAll, expect, it } from "vitest";
import { walkToQuote } from "../../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates two people who are connected to the same account. */
async function pair() {
	const anna = await world.customer();
	const boris = await world.chat();
	await world.fixture.customer(boris.view.person.id, anna.account);
	return { anna, boris };
}

it("two people who order the same name: the second waits, and then sees that the account has it", async () => {
	const { anna, boris } = await pair();
	await walkToQuote(anna, "both.com");
	await walkToQuote(boris, "both.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await boris.taps("Pay");
	await boris.until("Another user of this account has an order in progress for both.com");
	await world.work();
	await anna.until("both.com is registered");
	await boris.says("both.com");
	await boris.until("both.com is yours");
	expect(anna.account.ledger).toHaveLength(1);
});

it("a list with a name that another person has ordered offers the others in one tap", async () => {
	const { anna, boris } = await pair();
	await boris.says("list-held.com list-one.com list-two.com");
	await boris.until("Total");
	await boris.taps("Register 3 domains");
	await boris.until("Register 3 domains?");
	await walkToQuote(anna, "list-held.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await boris.taps("Pay");
	await boris.until("Another user of this account has an order in progress for list-held.com");
	await boris.taps("Order the other 2");
	const quote = await boris.until("Register 2 domains?");
	expect(quote.text).toContain("list-held.com — another order or change is in progress");
	await boris.taps("Back");
	await boris.until("0 taken");
});

it("a refused list leads back to its board", async () => {
	const { anna, boris } = await pair();
	await boris.says("back-held.com back-one.com");
	await boris.until("Total");
	await boris.taps("Register 2 domains");
	await boris.until("Register 2 domains?");
	await walkToQuote(anna, "back-held.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await boris.taps("Pay");
	await boris.until("Another user of this account");
	await boris.taps("Back");
	await boris.until("0 taken");
});

it("a list with a name that another person has bought since registers the others", async () => {
	const { anna, boris } = await pair();
	await boris.says("got-held.com got-one.com got-two.com");
	await boris.until("Total");
	await boris.taps("Register 3 domains");
	await boris.until("Register 3 domains?");
	await walkToQuote(anna, "got-held.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("got-held.com is registered");
	await boris.taps("Pay");
	await boris.until("Placing your order");
	await world.work();
	const receipt = await boris.until("Registered: 2 of 3 domains");
	expect(receipt.text).toContain("❌ got-held.com — The domain is taken");
});

it("two people who renew the same names: the second sees the new dates before anything is charged", async () => {
	const { anna, boris } = await pair();
	const names = ["twin-one.com", "twin-two.com"];
	const owned = names.map((name) => world.fixture.service.take(name, anna.account));
	const years = () => owned.map(({ expires }) => new Date(expires).getUTCFullYear());
	const [first = 0] = years();
	for (const chat of [anna, boris]) {
		await chat.says(`/renew ${names.join(" ")} 1`);
		await chat.until("Renew 2 domains?");
	}
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("Renewed: 2 domains");
	await boris.taps("Pay");
	await boris.until("Placing your order");
	await world.work();
	const again = await boris.until("Something changed. You were not charged.");
	expect(again.text).toContain("Expiry date: twin-one.com, twin-two.com");
	expect(again.text).toMatch(new RegExp(`Paid until .*${first + 1} → .*${first + 2}`));
	expect([anna.account.ledger.length, years()]).toEqual([2, [first + 1, first + 1]]);
	await boris.taps("Pay");
	await boris.until("Placing your order");
	await world.work();
	await boris.until("Renewed: 2 domains");
	expect(anna.account.ledger).toHaveLength(4);
});

it("two people who edit one zone: the second sees the first one's change before their own is made", async () => {
	const { anna, boris } = await pair();
	const records = [{ type: "A", name: "@", content: "203.0.113.1", ttl: 300 }];
	const owned = world.fixture.service.take("both-edit.com", anna.account, { records });
	await anna.says("/dns both-edit.com www A 203.0.113.5");
	await anna.until("Change the DNS records of both-edit.com?");
	await boris.says("/dns both-edit.com api A 203.0.113.6");
	await boris.until("Change the DNS records of both-edit.com?");
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await boris.taps("Apply");
	await boris.until("Another user of this account has a change in progress for both-edit.com");
	await world.work();
	await anna.until("DNS records of both-edit.com updated");
	await boris.says("/dns both-edit.com api A 203.0.113.6");
	await boris.until("Change the DNS records of both-edit.com?");
	await boris.taps("Apply");
	await world.work();
	await boris.until("DNS records of both-edit.com updated");
	expect(owned.records?.map(({ name }) => name).sort()).toEqual(["@", "api", "www"]);
});

it("a change that was planned before another person's is shown again, and both are kept", async () => {
	const { anna, boris } = await pair();
	const records = [{ type: "A", name: "@", content: "203.0.113.1", ttl: 300 }];
	const owned = world.fixture.service.take("both-late.com", anna.account, { records });
	await boris.says("/dns both-late.com api A 203.0.113.6");
	await boris.until("Change the DNS records of both-late.com?");
	await anna.says("/dns both-late.com www A 203.0.113.5");
	await anna.until("Change the DNS records of both-late.com?");
	await anna.taps("Apply");
	await world.work();
	await anna.until("DNS records of both-late.com updated");
	await boris.taps("Apply");
	await world.work();
	await boris.until("The records changed since this preview");
	await boris.taps("Apply");
	await world.work();
	await boris.until("DNS records of both-late.com updated");
	expect(owned.records?.map(({ name }) => name).sort()).toEqual(["@", "api", "www"]);
});
