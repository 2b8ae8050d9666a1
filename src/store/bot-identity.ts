import type { Sql } from "@domains/kit/postgres/connect.ts";

export interface ServedBot {
	id: number;
	username: string;
}

/**
 * Records that this database serves `bot`, and returns null. If the database serves another bot, changes nothing and
 * returns that other bot. The local test bot, whose id is `standIn`, is an exception: `bot` replaces it. The updates,
 * messages and conversations of the test bot are then deleted. The data of people is kept.
 *
 * Locks the row, because several processes may start at the same time.
 */
export async function claimBot(sql: Sql, bot: ServedBot, standIn: number): Promise<ServedBot | null> {
	return await sql.begin(async (tx) => {
		await tx`
			insert into bot.identity (bot_id, username) values (${bot.id}, ${bot.username}) on conflict (one_row) do nothing`;
		const [row] = await tx<{ id: string; username: string }[]>`
			select bot_id as id, username from bot.identity for update`;
		const served = { id: Number(row?.id), username: row?.username ?? "" };
		if (served.id !== bot.id && served.id !== standIn) return served;
		if (served.id !== bot.id) {
			await tx`delete from bot.updates`;
			await tx`delete from bot.conversations`;
			await tx`delete from bot.outbox where state = 'waiting'`;
			await tx`delete from bot.screens`;
			await tx`update bot.identity set bot_id = ${bot.id}, since = clock()`;
		}
		await tx`update bot.identity set username = ${bot.username} where username <> ${bot.username}`;
		return null;
	});
}
