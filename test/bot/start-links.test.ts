import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "./setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("a link to a name looks it up, and asks a person without an account to connect one", async () => {
	const anna = await world.customer();
	await anna.says("/start s_link_free-com");
	await anna.until("link-free.com is available");
	const boris = await world.chat();
	await boris.says("/start s_link_free-com");
	await boris.until("link-free.com");
	expect(boris.buttons.flat().join()).toContain("Connect");
});

it("a link to a domain opens its card", async () => {
	const anna = await world.customer();
	world.fixture.service.take("xn--bcher-kva.com", anna.account);
	await anna.says("/start d_xn__bcher_kva-com");
	await anna.until("bücher.com");
	await anna.until("Auto-renew: off");
});

it("a link to an order opens it", async () => {
	const anna = await world.customer();
	await anna.says("linked-order.com");
	await anna.until("is available");
	await anna.taps("Register");
	await anna.until("Register linked-order.com?");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	const { text = "" } = await anna.until("linked-order.com is registered");
	const [, reference = ""] = /#(\w+)/.exec(text) ?? [];
	await anna.says(`/start o_${reference}`);
	await anna.untilView(({ messages }) => messages.at(-1)?.text?.includes(reference) === true);
	await anna.says("/start o_ZZZZ");
	await anna.until("No order or change #ZZZZ found");
});

it("an unknown link opens Home", async () => {
	const anna = await world.customer();
	await anna.says("/start whatever");
	await anna.until("🏠 Home");
});
