import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProposedOrder } from "../../../../src/store/programs.ts";
import { createProgramIn } from "../../../support/mandate.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function propose(
	token: string,
	domain: string,
	reason = "it is short",
	order: ProposedOrder = { action: "register", domain, years: 1 },
) {
	const { program } = world.fixture.actions;
	const found = await program.authenticate({ token });
	if (found.kind !== "mandate") throw new Error(found.kind);
	const result = await program.propose({ mandate: found.mandate, key: domain, order, reason });
	await world.work();
	return result.kind;
}

const visits = async (toggles: readonly string[] = []) => {
	const chat = await world.customer();
	await chat.starts();
	return { chat, token: await createProgramIn(chat, toggles) };
};

describe("programs", () => {
	it("get a token that is shown once, and are opened from the account", async () => {
		const { chat, token } = await visits();
		expect(token).not.toBe("");
		await chat.taps("Hide message");
		await chat.until("removed the token from the chat");
		expect(JSON.stringify(chat.view.messages)).not.toContain(token);
		await chat.says("/account");
		await chat.until("Account");
		await chat.taps("🤖 Programs");
		await chat.until("can propose orders");
		await chat.taps("my agent");
		expect((await chat.until("No proposals yet")).text).toContain("Never used");
		await chat.taps("Stop this program");
		await chat.until("its token no longer works");
	});

	it("have a token that the bot deletes from the chat and shows to no registrar, if a person sends it", async () => {
		const { chat, token } = await visits();
		await chat.taps("Hide message");
		const calls = world.fixture.service.calls.length;
		await chat.says(`here is ${token}`);
		await chat.until("rejected");
		expect(JSON.stringify(chat.view.messages)).not.toContain(token);
		expect(world.fixture.service.calls).toHaveLength(calls);
	});

	it("ask in one message, which a tap turns into the receipt", async () => {
		const { chat, token } = await visits();
		await propose(token, "wanted.com", "<b>fake</b> \u202epay now");
		const { text } = await chat.until("my agent proposes:");
		expect(text).toContain("Buy, 1 yr: $11.50, then $12.50/yr");
		expect(text).toContain("In its own words:");
		expect(text).toContain("<b>fake</b> ⟨U+202E⟩pay now");
		expect(text).toContain("Left today: $30.00 of $30.00");
		await chat.taps("Pay $11.50");
		await world.work();
		await chat.until("wanted.com is registered");
		expect(chat.account.balanceCents).toBe(50_000 - 1_150);
	});

	it("ask for many orders in one list, with a number for each that stays with it", async () => {
		const { chat, token } = await visits();
		for (const domain of ["list-a.com", "list-b.com", "list-c.com"]) await propose(token, domain);
		await propose(token, "list-d.net");
		const { text } = await chat.until("my agent proposes 3 orders:");
		expect(text).toContain("list-d.net: refused, outside its domains");
		const lists = chat.view.messages.filter((each) => each.text?.includes("my agent proposes"));
		expect(lists).toHaveLength(1);
		await chat.taps("2 · ✖️ Decline");
		await chat.until("my agent proposes 2 orders:");
		expect(chat.buttons.flat().join()).not.toContain("2 · ");
		await chat.taps("3 · Pay $11.50");
		await world.work();
		await chat.until("list-c.com");
		expect(chat.account.ledger.map((each) => JSON.stringify(each)).join()).toContain("list-c.com");
		expect(chat.account.balanceCents).toBe(50_000 - 1_150);
	});

	it("have a log with pages, where equal refusals are one line", async () => {
		const { chat, token } = await visits();
		for (let n = 0; n < 11; n += 1) await propose(token, `paged-${n}.net`);
		for (let n = 0; n < 3; n += 1) await propose(token, "paged-again.net");
		await chat.says("/programs");
		await chat.until("can propose orders");
		await chat.taps("my agent");
		await chat.until("paged-again.net: refused, outside its domains × 3");
		await chat.taps("Next");
		await chat.until("paged-0.net: refused");
		await chat.taps("Back");
		await chat.until("can propose orders");
	});

	it("show in their list what became of an order in it", async () => {
		const { chat, token } = await visits();
		for (const domain of ["settles-a.com", "settles-b.com"]) await propose(token, domain);
		await chat.until("my agent proposes 2 orders:");
		await chat.taps("1 · Pay $11.50");
		await chat.until("settles-a.com: in progress");
		await world.work();
		const { text } = await chat.until("settles-a.com: done");
		expect(text).toContain("my agent proposes:");
		expect(text).toContain("Left today: $18.50 of $30.00");
	});

	it("offer no payment that the mandate or the balance no longer covers, and say why", async () => {
		const { chat, token } = await visits();
		for (const domain of ["covers-a.com", "covers-b.com", "covers-c.com"]) await propose(token, domain);
		await chat.until("my agent proposes 3 orders:");
		for (const domain of ["covers-a.com", "covers-b.com"]) {
			await chat.taps(`${domain === "covers-a.com" ? 1 : 2} · Pay $11.50`);
			await chat.until(`${domain}: in progress`);
			await world.work();
			await chat.until(`${domain}: done`);
		}
		const { text } = await chat.until("This is over the program’s limit now");
		expect(text).toContain("Left today: $7.00 of $30.00");
		expect(text).toContain("Balance now: $477.00");
		expect(chat.buttons.flat().join()).not.toContain("Pay");
		await chat.taps("Review");
		await chat.until("covers-c.com");
	});

	it("are named on the screen that reviews a change of records", async () => {
		const { chat, token } = await visits(["☐ DNS"]);
		world.fixture.service.take("reviewed.com", chat.account);
		const record = { type: "A", hostname: "www", value: "203.0.113.5" };
		await propose(token, "reviewed.com", "", { action: "dns", domain: "reviewed.com", add: [record], remove: [] });
		await chat.until("my agent proposes:");
		await chat.taps("Review");
		const { text } = await chat.until("Change the DNS records of reviewed.com?");
		expect(text).toContain("Proposed by my agent, not by you.");
	});

	it("have proposals that /cancel names and withdraws, also after their price expired", async () => {
		const { chat, token } = await visits();
		await propose(token, "cancelled-late.com");
		await world.fixture.database.advance(6 * 60_000);
		await world.work();
		await propose(token, "cancelled.com");
		await chat.until("my agent proposes 2 orders:");
		await chat.says("/cancel");
		const { text } = await chat.until("Cancelled: ");
		expect(text).toContain("cancelled.com");
		expect(text).toContain("cancelled-late.com");
		await world.work();
		expect(chat.view.messages.map((each) => each.text).join()).toContain("has no proposals now");
		expect(chat.buttons.flat().join()).not.toContain("Pay");
	});

	it("cannot be paid after they were stopped in their own message", async () => {
		const { chat, token } = await visits();
		await propose(token, "halted.com");
		await chat.until("my agent proposes:");
		await chat.taps("Stop this program");
		await chat.until("its token no longer works");
		await world.work();
		expect(chat.buttons.flat().join()).not.toContain("Pay");
		expect(chat.account.balanceCents).toBe(50_000);
	});

	it.each([
		["Limit per day", "plenty"],
		["Duration", "999"],
		["Domains", "not a domain"],
		["Domains", ","],
		["Domains", ".com, bad_name.com"],
		["Domains", `#${"👍🏽".repeat(30)}`],
		["✏️ Name", "👍🏽".repeat(30)],
	])("ask again after an answer for %s that they cannot use, and keep the rest", async (button, answer) => {
		const chat = await world.customer();
		await chat.says("/programs");
		await chat.taps("New program");
		await chat.says("kept name");
		await chat.until("New program: kept name");
		await chat.taps(button);
		await chat.says(answer);
		await chat.until("We didn’t get");
		await chat.taps("Back");
		await chat.until("New program: kept name");
	});
});
