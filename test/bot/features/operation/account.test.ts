import { afterAll, beforeAll, expect, it } from "vitest";
import { walkToQuote } from "../../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Creates a person with one connected account. The returned `moveOn` connects a second account, which becomes the
 * active one.
 */
async function twoAccounts() {
	const { id: personId } = await world.meet();
	const { account: first } = await world.fixture.customer(personId);
	const second = world.fixture.service.openAccount(12_300);
	const anna = await world.chat({ person: personId });
	return {
		anna,
		personId,
		first,
		second,
		async moveOn() {
			await anna.says(second.token);
			await anna.until("Connected with the token");
		},
	};
}

it("an order is quoted again in its own account, whichever is active, and names that account", async () => {
	const { anna, first, second, moveOn } = await twoAccounts();
	const quote = await walkToQuote(anna, "whose-money.com");
	expect(quote.text).not.toContain("Account");
	await anna.taps("Cancel");
	await anna.until("Cancelled");
	await moveOn();
	await anna.taps("Order again");
	const again = await anna.until("Register whose-money.com?");
	expect(again.text).toContain("Balance now: $500.00");
	expect(again.text).toContain(`Account ${first.userId}`);
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	const receipt = await anna.until("whose-money.com is registered");
	expect(receipt.text).toContain(`Account ${first.userId}`);
	expect([first.ledger.length, second.ledger.length]).toEqual([1, 0]);
});

it("a link from an order to another account asks to switch first", async () => {
	const { anna, first, moveOn } = await twoAccounts();
	await walkToQuote(anna, "go-there.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	const [reference = ""] = /#[0-9A-Z]{4,6}/.exec((await anna.until("go-there.com is registered")).text ?? "") ?? [];
	await moveOn();
	await anna.says(reference);
	await anna.until("go-there.com is registered");
	expect(anna.buttons).toEqual([["🕘 Steps"], [`🔁 Use account ${first.userId}`], ["🏠 Home"]]);
	await anna.taps("Use account");
	await anna.until(`You’re now using account ${first.userId}`);
	await anna.taps("Open domain");
	await anna.until("Paid until");
});

it("a change is undone in its own account", async () => {
	const { anna, first, moveOn } = await twoAccounts();
	const domain = "undone-there.com";
	world.fixture.service.take(domain, first, { records: [{ type: "A", name: "@", content: "203.0.113.1" }] });
	await anna.says(`/dns ${domain} www A 203.0.113.5`);
	await anna.taps("Apply");
	await world.work();
	await anna.until(`DNS records of ${domain} updated`);
	await moveOn();
	await anna.taps("Undo");
	const plan = await anna.until("➖ www A 203.0.113.5");
	expect(plan.text).toContain(`Account ${first.userId}`);
});

it("an order of a disconnected account says so and how to reconnect", async () => {
	const { anna, personId, first, moveOn } = await twoAccounts();
	await walkToQuote(anna, "left-behind.com");
	await anna.taps("Cancel");
	await anna.until("Cancelled");
	await moveOn();
	const { actions } = world.fixture;
	const own = (await actions.connection.list({ personId })).find((each) => each.account?.userId === first.userId);
	await actions.connection.disconnect({ personId, connectionId: own?.id ?? 0 });
	await anna.taps("Order again");
	const told = await anna.until("You are no longer connected to this account");
	expect(told.keyboard?.flat().map(({ text }) => text)).toContain("🔑 Connect account");
	await anna.says(first.token);
	await anna.until(`Connected with the token …${first.token.slice(-4)}`);
	await anna.taps("Order again");
	await anna.until("Register left-behind.com?");
});
