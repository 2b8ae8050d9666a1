import { expect, it, vi } from "vitest";
import { type Chat, openChat } from "../support/chat.ts";
import { freePort } from "../support/port.ts";
import { startCommand } from "../support/process.ts";
import { walkToQuote } from "../support/quotes.ts";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 180_000 });

it("keeps accounts and receives their events after a restart on other ports", async () => {
	const dataDir = await createWarmData();
	const at = async () => ({
		DATA_DIR: dataDir,
		PORT: String(await freePort()),
		SERVICE_PORT: String(await freePort()),
	});

	const before = startCommand("start", await at());
	{
		using chat = await openChat({ url: await before.url(), timeoutMs: 30_000 });
		await chat.starts();
		await chat.taps("Open a sandbox");
		await chat.until("$500.00");
		await buy(chat, "before-the-move.com");
	}
	before.child.kill("SIGTERM");
	expect(await before.status()).toBe(0);

	const moved = await at();
	const after = startCommand("start", moved);
	using chat = await openChat({ url: await after.url(), timeoutMs: 30_000 });
	await buy(chat, "after-the-move.com");
	const blocked = startCommand("account", moved, ["block", "before-the-move.com", "--reason", "a complaint"]);
	expect(await blocked.status()).toBe(0);
	await chat.until("a complaint");
	expect(after.err()).toBe("");
	await chat.expectNoRefusals();
	after.child.kill("SIGTERM");
	expect(await after.status()).toBe(0);
});

async function buy(chat: Chat, name: string): Promise<void> {
	await walkToQuote(chat, name);
	await chat.taps("Pay");
	await chat.until(`${name} is registered`);
}
