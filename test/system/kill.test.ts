import { expect, it, vi } from "vitest";
import type { Sql } from "../../src/postgres/connect.ts";
import type { Chat } from "../support/chat.ts";
import { createKillableWorld, untilRow } from "../support/killable-world.ts";
import { walkToQuote } from "../support/quotes.ts";

// Each test starts the bot and its database server twice, which takes long.
vi.setConfig({ testTimeout: 180_000 });

interface Moment {
	chat: Chat;
	sql: Sql;
	url: string;
	/** Locks a table until the kill, so that the bot cannot continue past this point. */
	hold(table: string, mode: "access exclusive" | "exclusive"): Promise<void>;
}

/**
 * The moments at which the test kills everything. `reach` brings the bot to the moment, and `name` is the domain to
 * buy. With `confirmAfter`, the person confirms after the restart.
 */
const moments: Record<string, { name: string; confirmAfter?: true; reach(at: Moment): Promise<void> }> = {
	"before the confirm": {
		name: "kill-quoted.com",
		confirmAfter: true,
		reach: async () => {},
	},
	"after the confirm, before anything was sent": {
		name: "kill-confirmed.com",
		async reach({ chat, sql, hold }) {
			await hold("public.rate_limits", "access exclusive");
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from bot.requests where phase = 'confirmed'`);
		},
	},
	"after the request was sent": {
		name: "slow-kill-sent.com",
		async reach({ chat, sql }) {
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from service.orders where state = 'open'`);
		},
	},
	"after the service's answer, before the outcome was stored": {
		name: "slow-kill-answered.com",
		async reach({ chat, sql, hold }) {
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from bot.requests where phase = 'sent'`);
			await hold("bot.items", "exclusive");
			await untilRow(() => sql`select from service.orders where state = 'done'`);
		},
	},
	"after the outcome was stored, before the receipt": {
		name: "kill-settled.com",
		async reach({ chat, sql, url }) {
			const slow = { method: "editMessageText", times: 100, delay: 120_000 };
			const headers = { "content-type": "application/json" };
			await fetch(`${url}/faults`, { method: "POST", headers, body: JSON.stringify(slow) });
			await chat.taps("Pay", { wait: false });
			await untilRow(() => sql`select from bot.operations where state = 'succeeded'`);
		},
	},
};

it.each(Object.entries(moments))("charges once and reports once when everything is killed %s", async (_, moment) => {
	const world = await createKillableWorld();
	const before = await world.start();
	const quote = await quoteFor(before.chat, moment.name);
	await moment.reach({ ...before, hold: (table, mode) => holdTable(before.sql, table, mode) });
	expect(before.chat.messages.map((message) => message.text).join()).not.toContain(`${moment.name} is registered`);
	await world.kill();

	const { chat, sql } = await world.start();
	// The new process handles the pending tap again. The killed process may have answered this tap already, so Telegram
	// may refuse the second answer.
	chat.expectsRefusal("query is too old");
	// The killed process may have edited the message without storing this. The next process then repeats the edit, and
	// Telegram refuses it.
	chat.expectsRefusal("message is not modified");
	// The killed process had reserved its work for a limited time (a lease). Let this time pass, so that the new process
	// takes over at once. The work may be the edit that shows the quote. Until the new process repeats that edit, the bot
	// treats the quote's buttons as out of date.
	await world.advance(60_000);
	if (moment.confirmAfter) await chat.taps("Pay");
	await chat.until(`${moment.name} is registered`);
	await untilRow(() => sql`select from bot.inbox where state = 'done' and receipt_id is not null`);
	await untilRow(() => sql`select from bot.outbox having coalesce(bool_and(state = 'sent'), true)`);

	const receipts = chat.messages.filter((message) => message.text?.includes(`${moment.name} is registered`));
	expect(receipts.map((message) => message.message_id)).toEqual([quote]);
	expect(chat.messages.filter((message) => message.text?.includes("Domain registered"))).toEqual([]);
	const charges = await sql`
		select orders.domain from service.ledger join service.orders on orders.id = ledger.order_id
		where ledger.kind = 'charge'`;
	expect(charges.map((row) => row["domain"])).toEqual([moment.name]);
	await chat.expectNoRefusals();
});

/** Opens a sandbox account and a quote for this name. Returns the id of the message with the quote. */
async function quoteFor(chat: Chat, name: string): Promise<number> {
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	return (await walkToQuote(chat, name)).message_id;
}

async function holdTable(sql: Sql, table: string, mode: string): Promise<void> {
	const connection = await sql.reserve();
	await connection`begin`;
	await connection.unsafe(`lock table ${table} in ${mode} mode`);
}
