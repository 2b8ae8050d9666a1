import type { Sql } from "@domains/kit/postgres/connect.ts";
import { expect } from "vitest";
import type { Chat } from "../support/chat.ts";
import { createKillableWorld, untilRow } from "../support/killable-world.ts";
import { walkToQuote } from "../support/quotes.ts";

interface Moment {
	chat: Chat;
	sql: Sql;
	url: string;
	/** Locks a table until the kill, so that the bot cannot continue past this point. */
	hold(table: string, mode: "access exclusive" | "exclusive"): Promise<void>;
}

/** The test kills everything when `reach` has brought the bot to the moment. */
export interface Kill {
	/** The domain to buy. */
	name: string;
	/** True if the person confirms only after the restart. */
	confirmAfter?: true;
	reach(at: Moment): Promise<void>;
}

/** Kills everything in the middle of an order, starts it again, and expects one charge and one receipt. */
export async function killAndRestart(moment: Kill): Promise<void> {
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
	expect(chat.messages.filter((message) => /Domain registered|Registered outside/.test(message.text ?? ""))).toEqual(
		[],
	);
	const charges = await sql`
		select orders.domain from service.ledger join service.orders on orders.id = ledger.order_id
		where ledger.kind = 'charge'`;
	expect(charges.map((row) => row["domain"])).toEqual([moment.name]);
	await chat.expectNoRefusals();
}

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
