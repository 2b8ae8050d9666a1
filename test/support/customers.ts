import { onTestFinished, vi } from "vitest";
import type { Database } from "../../src/postgres/connect.ts";
import type { Person } from "../../src/telegram/protocol.ts";
import { type Chat, openChat } from "./chat.ts";

export interface Customer {
	chat: Chat;
	bought: string[];
	/** How many updates the person has caused. */
	updates(): number;
	/** Buys one domain after another while it is told to go on. */
	shop(goOn: () => boolean): Promise<void>;
}

/** Somebody new with a sandbox account, who waits for each answer. */
export async function openCustomer(url: string, { sql }: Pick<Database, "sql">): Promise<Customer> {
	const body = JSON.stringify({ first_name: "Anna", language_code: "en" });
	const headers = { "content-type": "application/json" };
	const response = await fetch(`${url}/people`, { method: "POST", headers, body });
	// The local Telegram answers with the type of its protocol.
	const { id } = (await response.json()) as Person;
	// A process that dies holds its screens for half a minute more.
	const chat = await openChat({ url, person: id, patience: 90_000 });
	onTestFinished(() => chat.close());
	let updates = 0;
	/** Until a message with this text stands whose buttons are known: nobody presses within the same millisecond. */
	async function settled(text: string): Promise<void> {
		const noted = async (): Promise<boolean> => {
			// A database that fails over does not answer for a while.
			const rows = await sql<{ id: number }[]>`
				select message_id::int as id from bot.screens where chat_id = ${id} and rev = shown_rev`.catch(() => []);
			const known = new Set(rows.map((row) => row.id));
			return chat.messages.some((message) => known.has(message.message_id) && message.text?.includes(text));
		};
		await chat.until(text);
		await vi.waitUntil(noted, { timeout: 90_000, interval: 50 });
	}
	async function taps(label: string, then: string): Promise<void> {
		updates += 1;
		await chat.taps(label, { wait: false });
		await settled(then);
	}
	updates += 1;
	await chat.starts();
	await settled("Welcome");
	await taps("Open a sandbox account", "$500.00");
	const bought: string[] = [];
	return {
		chat,
		bought,
		updates: () => updates,
		async shop(goOn) {
			for (let number = 1; number === 1 || (goOn() && number <= 30); number += 1) {
				const domain = `shop-${id}-${number}.com`;
				updates += 1;
				await chat.says(domain, { wait: false });
				await settled(`${domain} is free`);
				await taps("Register", "For how many years");
				await taps("1 year", "label of your own");
				await taps("Go on", `Register ${domain}?`);
				await taps("Confirm", `${domain} is registered`);
				bought.push(domain);
			}
		},
	};
}

/** Until everything that was raised is told and shown. */
export async function untilQuiet({ sql }: Pick<Database, "sql">): Promise<void> {
	const open = () => sql`
		select 1 from bot.outbox where state = 'waiting' union all select 1 from bot.inbox where state = 'new'
		union all select 1 from bot.updates where done_at is null union all select 1 from service.events where state = 'pending'
		union all select 1 from bot.screens where rev > shown_rev union all select 1 from bot.requests where wake_at is not null`;
	await vi.waitUntil(async () => (await open()).length === 0, { timeout: 90_000, interval: 200 });
}
