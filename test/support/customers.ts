import type { Database } from "@domains/kit/postgres/connect.ts";
import { onTestFinished, vi } from "vitest";
import { type Chat, openChat } from "./chat.ts";
import { createPerson } from "./person.ts";

export interface Customer {
	chat: Chat;
	bought: string[];
	/** Sent to the bot. */
	updates(): number;
	/** Buys domains while `goOn` returns true, at least one and at most 30. */
	shop(goOn: () => boolean): Promise<void>;
}

/** Opens a sandbox account. Waits for each answer of the bot before the next message or tap. */
export async function openCustomer(url: string, { sql }: Pick<Database, "sql">): Promise<Customer> {
	const id = await createPerson(url);
	// If a bot is killed while it updates a message, no other bot may update it for half a minute.
	const chat = await openChat({ url, person: id, timeoutMs: 90_000 });
	onTestFinished(() => chat.close());
	let updates = 0;
	/** Only when the bot has stored that it shows the message, it accepts taps on its buttons. */
	async function untilStored(text: string): Promise<void> {
		const isStored = async (): Promise<boolean> => {
			// During a failover, the database does not answer for a while.
			const rows = await sql<{ id: number }[]>`
				select message_id::int as id from bot.screens where chat_id = ${id} and rev = shown_rev`.catch(() => []);
			const known = new Set(rows.map((row) => row.id));
			return chat.messages.some((message) => known.has(message.message_id) && message.text?.includes(text));
		};
		await chat.until(text);
		await vi.waitUntil(isStored, { timeout: 90_000, interval: 50 });
	}
	async function taps(label: string, then: string): Promise<void> {
		updates += 1;
		await chat.taps(label, { wait: false });
		await untilStored(then);
	}
	updates += 1;
	await chat.starts();
	await untilStored("Welcome");
	await taps("Open a sandbox", "$500.00");
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
				await untilStored(`${domain} is available`);
				await taps("Register", `Register ${domain}?`);
				await taps("Pay", `${domain} is registered`);
				bought.push(domain);
			}
		},
	};
}

export async function untilQuiet({ sql }: Pick<Database, "sql">): Promise<void> {
	const open = () => sql`
		select 1 from bot.outbox where state = 'waiting' union all select 1 from bot.inbox where state = 'new'
		union all select 1 from bot.updates where done_at is null union all select 1 from service.events where state = 'pending'
		union all select 1 from bot.screens where rev > shown_rev union all select 1 from bot.requests where wake_at is not null`;
	await vi.waitUntil(async () => (await open()).length === 0, { timeout: 90_000, interval: 200 });
}
