import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { walkToQuote } from "../../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person who has opened a quote for registering this name for one year. */
async function quoted(name: string) {
	const anna = await world.customer();
	await walkToQuote(anna, name);
	return anna;
}

describe("a confirmation", () => {
	it("that is sent twice quickly buys once", async () => {
		const anna = await quoted("double.com");
		await Promise.all([1, 2, 3].map(() => anna.taps("Pay", { wait: false })));
		await expect
			.poll(() => anna.toasts.filter((toast) => toast.text.includes("Already confirmed")), { timeout: 10_000 })
			.toHaveLength(2);
		await anna.until("Placing your order");
		await world.work();
		await anna.until("double.com is registered");
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("of an expired quote asks for a new one, in the same message", async () => {
		const anna = await quoted("late.com");
		await world.advance(5 * 60_000);
		await anna.taps("Pay");
		await anna.until("expired");
		expect(anna.buttons[0]).toEqual(["↻ Refresh price"]);
		await anna.taps("Refresh price");
		await anna.until("Confirm by");
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
		expect(anna.account.ledger).toEqual([]);
	});

	it("of an expired quote says that the quote expired, not that an order missed its deadline", async () => {
		const anna = await quoted("ran-out.com");
		await world.advance(5 * 60_000 + 1_000);
		await world.work();
		await anna.until("The price for ran-out.com expired. Nothing was charged");
		expect(anna.screen).not.toContain("expired before it was sent");
		expect(anna.buttons[0]).toEqual(["↻ Refresh price"]);
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await anna.says("/ops");
		await anna.until("No orders or changes yet");
		await anna.taps("Refresh price", { above: true });
		await anna.until("Register ran-out.com?");
		expect((await anna.until("Register ran-out.com?")).text).toContain(reference);
		await anna.taps("Pay", { above: true });
		await anna.until("Placing your order");
		await world.work();
		await anna.until("ran-out.com is registered");
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("of an old quote does nothing if the name was quoted again", async () => {
		const anna = await quoted("elsewhere.com");
		await anna.says("elsewhere.com");
		await anna.until("is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.taps("2 years");
		await anna.until("Price for 2 years");
		await world.work();
		const old = await anna.until("elsewhere.com: a newer quote replaced this one");
		const [newer = ""] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		expect(old.keyboard?.[0]?.map((button) => button.text)).toEqual([`🧾 ${newer}`]);
		await anna.taps(`🧾 ${newer}`, { above: true });
		await anna.untilView(
			({ messages }) => messages.filter((each) => each.text?.includes("Price for 2 years")).length === 2,
		);
		expect(anna.account.ledger).toEqual([]);
	});

	it("without enough money shows the shortfall, and continues once there is enough", async () => {
		const anna = await world.customer();
		anna.account.balanceCents = 100;
		await anna.says("poor.com");
		await anna.until("is available");
		await anna.taps("Register");
		await anna.until("You need $10.50 more");
		expect(anna.buttons.flat().join()).not.toContain("Pay");
		expect(anna.screen).toContain("Add money to your registrar account, then tap Refresh price");
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		anna.account.balanceCents = 10_000;
		await anna.taps("Refresh price");
		await anna.until("Balance after: $88.50");
		expect(anna.screen).toContain(reference);
	});

	it("after a price rise asks again with the difference", async () => {
		const anna = await quoted("rose.net");
		world.fixture.service.prices.set(".net", { register: 1_800, renew: 1_300 });
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("went up from $13.00 to $18.00 (+$5.00)");
		expect(anna.account.ledger).toEqual([]);
		await anna.taps("Pay $18.00");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("rose.net is registered");
		expect(anna.account.ledger).toEqual([{ domain: "rose.net", cents: 1_800 }]);
	});

	it("is asked for items with a higher price while the results of the others are looked up", async () => {
		const { id } = await world.meet();
		const { account } = await world.fixture.customer(id, world.fixture.service.openAccount(500_000));
		const anna = await world.chat({ person: id });
		const names = [...Array.from({ length: 100 }, (_, index) => `half-${index}.com`), "half.net"];
		world.fixture.service.prices.set(".net", { register: 1_300, renew: 1_300 });
		const lines = names.map((domain) => ({ domain, years: 1 }));
		const list = await world.fixture.actions.quote.register({ personId: id, lines });
		if (list.kind !== "quoted") throw new Error(list.kind);
		await anna.says(list.operation.reference);
		world.fixture.service.prices.set(".net", { register: 1_800, renew: 1_300 });
		const noAnswers = Array.from({ length: 60 }, () => ({ kind: "page", status: 502 }) as const);
		world.fixture.service.fail(/register.batch/, ...noAnswers);
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.fixture.settle();
		await world.work();
		await anna.until("Register half.net?");
		await anna.until("went up from $13.00 to $18.00 (+$5.00)");
		await anna.until("Checking the result: 100 domains");
		await anna.taps("Pay $18.00");
		await anna.until("No response yet for 100 of 101 domains");
		world.fixture.service.heal();
		for (let minute = 0; minute < 3; minute += 1) {
			await world.advance(60_000);
			await world.work();
		}
		await anna.until("Registered: 101 domains");
		expect(account.ledger).toHaveLength(101);
	});

	it("is cancelled by /cancel, which names the quote", async () => {
		const anna = await quoted("unwanted.com");
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await anna.says("/cancel");
		await anna.until(`Cancelled: unwanted.com (${reference}). Nothing was bought or changed`);
		await world.work();
		await anna.until("unwanted.com");
		expect(anna.messages.find((each) => each.text?.includes("unwanted.com"))?.text).toBeDefined();
		await anna.untilView(({ messages }) =>
			messages.every((each) => !each.keyboard?.flat().some(({ text }) => text.includes("Pay"))),
		);
		await anna.says("/cancel");
		await anna.until("Nothing to cancel");
	});

	it("is offered again by /start", async () => {
		const anna = await quoted("later.com");
		await anna.starts();
		await anna.taps("Continue: later.com · $11.50");
		await anna.until("Register later.com?");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("later.com is registered");
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("can be withdrawn before the order is sent", async () => {
		const anna = await quoted("withdrawn.com");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await anna.taps("Cancel");
		await anna.until("Cancelled: withdrawn.com");
		await world.work();
		expect(anna.account.ledger).toEqual([]);
	});
});

describe("an order", () => {
	it("fails without a charge if another buyer registered the name first", async () => {
		const anna = await quoted("faster.com");
		world.fixture.service.take("faster.com", world.fixture.service.openAccount());
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("was not registered. Nothing was charged");
		expect(anna.account.ledger).toEqual([]);
	});

	it("with a lost response is looked up, and its result is delivered", async () => {
		const anna = await quoted("lost.com");
		world.fixture.service.fail(/register/, { kind: "lost" });
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until(/No response yet|is registered/);
		await world.advance(60_000);
		await world.work();
		await anna.until("lost.com is registered");
		expect(anna.account.ledger).toHaveLength(1);
	});

	it("with an unknown result is decided by its owner, and the operator is notified", async () => {
		const operator = await world.meet();
		world.fixture.deps.adminChatId = operator.id;
		const boss = await world.chat({ person: operator.id });
		await boss.starts();
		const anna = await quoted("mystery.com");
		world.fixture.service.fail(/register/, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		const page = { kind: "page", status: 502 } as const;
		world.fixture.service.fail(/domains\/mystery/, ...Array.from({ length: 100 }, () => page));
		for (let round = 0; round < 8 && !anna.screen.includes("couldn’t confirm"); round += 1) {
			await world.advance(15 * 60_000);
			await world.work();
		}
		world.fixture.service.heal();
		world.fixture.deps.adminChatId = null;
		await anna.until("couldn’t confirm the registration of mystery.com");
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await boss.until(`${reference} needs manual review`);
		await anna.taps("Check again");
		await anna.until("Checking again");
		await world.work();
		await anna.taps("❌ It failed");
		await anna.until("mystery.com was not registered");
		expect(anna.account.ledger).toEqual([]);
	});

	it("with an unknown result and no token says so once, and is looked up after reconnecting", async () => {
		const anna = await quoted("shut-mystery.com");
		world.fixture.service.fail(/register/, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		world.fixture.service.reissue(anna.account);
		world.fixture.service.heal();
		await world.advance(60_000);
		await world.work();
		await anna.until("the token stopped working");
		await world.advance(60 * 60_000);
		await world.work();
		await anna.until("The result can’t be checked now");
		const { sql } = world.fixture.database;
		const told = async () => (await sql`select from bot.outbox where subject_kind = 'operation'`).length;
		const before = await told();
		for (let hour = 0; hour < 4; hour += 1) {
			await world.advance(61 * 60_000);
			await world.work();
		}
		expect(await told()).toBe(before);
		await anna.taps("Check again");
		await anna.until("The result can’t be checked now");
		await anna.taps("Connect account");
		await anna.says(anna.account.token);
		await anna.until("Connected with the token");
		await world.work();
		const [row] = await sql`select r.hold from bot.requests r join bot.items i on i.request_id = r.id
			where i.domain = 'shut-mystery.com'`;
		expect(row).toEqual({ hold: "none" });
	});

	it("delayed by the registry says that it is being retried, not that it was just sent", async () => {
		const anna = await quoted("trouble-at-registry.com");
		const tries = Array.from({ length: 30 }, () => ({ kind: "refused", status: 500, code: "provider_error" }) as const);
		world.fixture.service.fail(/register/, ...tries);
		await anna.taps("Pay");
		await anna.until("Placing your order");
		const seen = new Set<string>();
		for (let round = 0; round < 10 && !/attempt [3-9]/.test(anna.screen); round += 1) {
			await world.work();
			seen.add(anna.screen);
			await world.advance(12_000);
		}
		expect([...seen].filter((text) => !/No response yet.*registry returned an error/s.test(text))).toEqual([]);
		await anna.until(/Retrying: attempt [3-9]/);
		world.fixture.service.heal();
		await world.advance(60_000);
		await world.work();
		await anna.until("trouble-at-registry.com is registered");
	});

	it("is live in one message, and an older message says so", async () => {
		const anna = await quoted("living.com");
		world.fixture.service.fail(/register/, ...Array.from({ length: 30 }, () => ({ kind: "lost" }) as const));
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("No response yet");
		const [reference = ""] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await anna.says(`/op ${reference}`);
		await anna.untilView(
			({ messages }) => messages.filter((each) => each.text?.includes("No response yet")).length === 2,
		);
		world.fixture.service.heal();
		await world.advance(60_000);
		await world.work();
		await anna.until("living.com is registered");
		const texts = anna.messages.filter((each) => each.from === "bot").map((each) => each.text ?? "");
		expect(texts.filter((text) => text.includes("is registered"))).toHaveLength(1);
		expect(texts.at(-1)).toContain("is registered");
		expect(texts.some((text) => text.includes(`Order ${reference} continues in a newer message`))).toBe(true);
	});

	it("keeps its state across a restart of the bot", async () => {
		const anna = await quoted("reborn.com");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.restart();
		await world.work();
		await anna.until("reborn.com is registered");
	});

	it("is found by its name while it is in progress, and afterwards the domain is", async () => {
		const anna = await quoted("found.com");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		const [reference = "none"] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await anna.says("found.com");
		await anna.until(`Order ${reference} for found.com is still in progress`);
		await anna.taps(`🧾 ${reference}`);
		await anna.untilView(
			({ messages }) => messages.filter((each) => each.text?.includes("Placing your order")).length === 2,
		);
		await world.work();
		await anna.until("found.com is registered");
		await anna.says("found.com");
		await anna.until("found.com is yours");
		await anna.taps("Open domain");
		await anna.until("Auto-renew: off");
	});

	it("is found by its reference among other words of the command", async () => {
		const anna = await quoted("referred.com");
		const [reference = ""] = /[0-9A-Z]{4,6}$/.exec(/#[0-9A-Z]{4,6}/.exec(anna.screen)?.[0] ?? "") ?? [];
		await anna.says(`/op ${reference} x`);
		await anna.untilView(
			({ messages }) => messages.filter((each) => each.text?.includes("Register referred.com?")).length === 2,
		);
	});

	it("is in the list of orders", async () => {
		const anna = await quoted("listed.com");
		const [reference = ""] = /#[0-9A-Z]{4,6}/.exec(anna.screen) ?? [];
		await anna.says("/ops");
		await anna.until("newest first");
		expect(anna.buttons.flat().join()).toMatch(new RegExp(`🧾 ${reference} · 🌐 listed\\.com · \\d\\d:\\d\\d`));
		expect(anna.screen).toContain(`${reference} $11.50`);
		await anna.taps("listed.com");
		await anna.until("Register listed.com?");
		await anna.taps("Cancel");
		await anna.until("Nothing was charged");
		await anna.taps("Back");
		await anna.until("No orders or changes yet");
	});

	it("is listed under its filter, and leads back there", async () => {
		const anna = await quoted("sorted.com");
		await anna.says("/ops");
		await anna.taps("🔎 Filter");
		await anna.taps("Needs you");
		await anna.until("Needs you, newest first");
		await anna.taps("sorted.com");
		await anna.until("Register sorted.com?");
		await anna.taps("Back");
		await anna.until("Needs you, newest first");
		await anna.taps("🔎 Filter");
		await anna.untilView(() => anna.buttons.flat().includes("• ✋ Needs you •"));
		await anna.taps("🛠 Changes");
		await anna.until("No changes yet");
		await anna.taps("🔎 Filter");
		await anna.taps("All");
		await anna.until("Orders and changes, newest first");
		expect(anna.buttons.flat().join()).toContain("🌐 sorted.com");
	});
});

describe("a service in trouble", () => {
	it.each([
		["that is down", { kind: "reset" as const }, "The registrar isn’t responding"],
		["that answers with a page of HTML", { kind: "page" as const, status: 500 }, "The registrar isn’t responding"],
		[
			"that asks for a pause",
			{ kind: "refused" as const, status: 429, code: "rate_limited", retryAfter: 60 },
			"Too many requests",
		],
		[
			"with words of its own",
			{ kind: "refused" as const, status: 409, code: "moon_phase" },
			"the small service says moon_phase",
		],
	])("explains %s and offers the next step", async (_case, fault, words) => {
		const anna = await world.customer();
		world.fixture.service.fail(/search/, fault);
		await anna.says("trouble.com");
		await anna.until(words);
		await anna.taps("Try again");
		await anna.until("trouble.com is available");
	});
});

it("shows the steps of an order, and leads back to its receipt", async () => {
	const anna = await quoted("with-steps.com");
	expect(anna.buttons.flat()).not.toContain("🕘 Steps");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	await anna.until("with-steps.com is registered");
	await anna.taps("🕘 Steps");
	await anna.until("Steps of #");
	expect(anna.screen).toMatch(/Prepared[\s\S]*Confirmed[\s\S]*Sent to the registrar[\s\S]*The registrar confirmed it/);
	await anna.taps("Back");
	await anna.until("with-steps.com is registered");
	expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
});
