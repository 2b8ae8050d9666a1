import { afterAll, beforeAll, expect, it } from "vitest";
import { startWholeBot } from "../../setup.ts";

let world: Awaited<ReturnType<typeof startWholeBot>>;
beforeAll(async () => {
	world = await startWholeBot();
});
afterAll(() => world[Symbol.asyncDispose]());

async function newcomer() {
	const chat = await world.chat({ person: (await world.meet()).id });
	await chat.starts();
	await chat.until("Welcome");
	return chat;
}

it("a newcomer looks up a name, opens a sandbox where they buy it, and continues with that name", async () => {
	const anna = await newcomer();
	await anna.says("early-name.com");
	await anna.until("early-name.com is available");
	await anna.taps("Register");
	await anna.until("continue with early-name.com");
	expect(anna.buttons.flat()).toContain("🧪 Open a sandbox");
	await anna.taps("Open a sandbox");
	await anna.until("$500.00");
	await anna.taps("Continue: early-name.com");
	await anna.until("early-name.com is available");
	await anna.taps("Register");
	await anna.until("Register early-name.com?");
});

it("a newcomer sees prices and a shortlist, and each of them has the same account at the service", async () => {
	const anna = await newcomer();
	await anna.says("/prices");
	await anna.until("💲 Prices");
	await anna.says("first-minutes");
	await anna.until("extensions available");
	const { sql } = world.ground.database;
	const token = async () => await world.ground.service.admin.readerToken(["127.0.0.1"]);
	expect(await token()).toEqual(await token());
	const empty = await sql`select from service.accounts where balance_cents = 0 and token_hash is not null`;
	expect(empty).toHaveLength(1);
});

it.each([
	"/domains",
	"/account",
	"/orders",
	"/expiring",
	"/watch google.com",
	"/renew any.com",
	"/dns any.com",
	"/api",
	"/freeze",
	"/freeze any.com",
	"/spending",
	"/programs",
	"/deliveries",
	"/ns any.com",
	"/edge any.com",
	"/watch",
	"/renew",
	"restore points of any.com",
	"set up google mail for any.com",
	"renew everything that expires in 30 days",
	"top up 50",
	"point any.com to 203.0.113.9",
])("%s offers the sandbox to a person without an account", async (command) => {
	const anna = await newcomer();
	await anna.says(command);
	await anna.untilView(() => anna.messages.at(-1)?.from === "bot" && anna.messages.length > 2);
	expect(anna.buttons.flat(), anna.screen).toContain("🧪 Open a sandbox");
	await anna.taps("Open a sandbox");
	await anna.until("$500.00");
});

it("the welcome offers the sandbox before the examples", async () => {
	const anna = await newcomer();
	expect(anna.screen.indexOf("sandbox")).toBeGreaterThan(0);
	expect(anna.screen.indexOf("sandbox")).toBeLessThan(anna.screen.indexOf("tap an example"));
	expect(anna.buttons[0]).toEqual(["🧪 Open a sandbox"]);
});
