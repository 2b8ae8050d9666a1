import { expect, it, vi } from "vitest";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 60_000 });

it("takes a newcomer from Start to a registered domain and notifies them of it", async () => {
	const world = await openWorld();
	const chat = await world.chat();
	await chat.starts();
	await chat.until("Welcome");
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");

	await chat.says("my-new-shop.com");
	await chat.until("my-new-shop.com is available");
	await chat.taps("Register");
	const quote = await chat.until("Register my-new-shop.com?");
	expect(quote.text).toContain("Balance now: $500.00");
	await chat.taps("Pay");
	const receipt = await chat.until("my-new-shop.com is registered");
	expect(receipt.message_id).toBe(quote.message_id);
	expect(receipt.text).toMatch(/#[0-9A-Z]{4,6}/);

	await chat.says("/domains");
	await chat.until("My domains");
	await chat.taps("my-new-shop.com");
	await chat.until("Paid until");
	// The order's receipt already reports the registration, so the webhook event about it causes no alert.
	expect(chat.messages.filter(({ text }) => /Domain registered|Registered outside/.test(text ?? ""))).toEqual([]);
});

it("does the same in Russian if the person's Telegram is Russian", async () => {
	const world = await openWorld();
	const chat = await world.chat({ person: 1002 });
	await chat.starts();
	await chat.taps("песочниц");
	await chat.until("500");
	await chat.says("пример.рф");
	await chat.until("xn--e1afmkfd.xn--p1ai");
	const latin = chat.messages.filter((message) => message.from === "bot").flatMap((message) => message.text ?? []);
	expect(latin.join("\n")).not.toMatch(/\b(Home|Account|Search|Register|Balance)\b/);
});
