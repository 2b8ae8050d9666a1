import { connect } from "@domains/kit/postgres/connect.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Chat } from "../support/chat.ts";
import { startDebianPair } from "../support/debian-pair.ts";
import { walkToQuote } from "../support/quotes.ts";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 180_000 });

it("reads lists from a standby, from the primary while it is behind, and also while it is stopped", async () => {
	const { primaryUrl, standby, stopStandby } = await startDebianPair({ isSynchronous: false });
	const world = await openWorld({ DATABASE_URL: primaryUrl, DATABASE_READ_URL: standby });
	let before: Record<string, number> = {};
	/**
	 * Returns how many long reads had each outcome since the last call of this function. A long read is one that the bot
	 * may send to the standby.
	 */
	async function reads(): Promise<Record<string, number>> {
		const text = await (await fetch(`${world.url}/metrics`)).text();
		const all = [...text.matchAll(/^long_reads_total\{outcome="(\w+)"\} (\d+)$/gm)];
		const now = Object.fromEntries(all.map(([, outcome = "", count]) => [outcome, Number(count)]));
		const since = Object.entries(now).map(([outcome, count]) => [outcome, count - (before[outcome] ?? 0)]);
		before = now;
		return Object.fromEntries(since);
	}
	expect(await reads()).toEqual({ standby: 0, behind: 0, failed: 0 });

	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await buys(chat, "first-shop.com");
	await reads();
	for (const [command, text] of [
		["/domains", "first-shop.com"],
		["/domains first-shop", "first-shop.com"],
		["/ops", "first-shop.com"],
		["/spending", "$"],
		["/expiring 400", "first-shop.com"],
	] as const) {
		// On a busy machine, the standby may lag behind the primary for a moment. The bot then reads from the primary, so
		// try again.
		const fromStandby = async (): Promise<number> => {
			await shows(chat, command, text);
			return (await reads())["standby"] ?? 0;
		};
		await expect.poll(fromStandby, { message: command }).toBeGreaterThan(0);
	}

	const replica = connect(standby, { max: 1, name: "test" });
	onTestFinished(() => replica[Symbol.asyncDispose]());
	await replica.sql`select pg_wal_replay_pause()`;
	await buys(chat, "second-shop.com");
	await reads();
	for (const command of ["/domains", "/ops"]) {
		await shows(chat, command, "second-shop.com");
		expect(await reads()).toEqual({ standby: 0, behind: 1, failed: 0 });
	}
	expect(await replica.sql`select from bot.domains where domain = 'second-shop.com'`).toEqual([]);

	await stopStandby();
	await buys(chat, "third-shop.com");
	await reads();
	await shows(chat, "/domains", "third-shop.com");
	expect(await reads()).toEqual({ standby: 0, behind: 0, failed: 1 });
	expect(world.log.lines.filter((line) => line.includes("the standby cannot be read"))).toHaveLength(1);
});

/** Sends a command and waits for an answer with this text, in the message or on its buttons. */
async function shows(chat: Chat, command: string, text: string): Promise<void> {
	const before = chat.messages.at(-1)?.message_id ?? 0;
	await chat.says(command);
	await chat.untilView(({ messages }) => {
		const last = messages.at(-1);
		return (
			last?.from === "bot" && last.message_id > before && JSON.stringify([last.text, last.keyboard]).includes(text)
		);
	}, `${command} did not show ${text}`);
}

async function buys(chat: Chat, domain: string): Promise<void> {
	await walkToQuote(chat, domain);
	await chat.taps("Pay");
	await chat.until(`${domain} is registered`);
}
