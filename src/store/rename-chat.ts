import type { Sql } from "@domains/kit/postgres/connect.ts";

/** Moves all rows of a group to its new id, because the group has become a supergroup. */
export async function renameChat(sql: Sql, chatId: number, newChatId: number): Promise<void> {
	await sql.begin(async (tx) => {
		await tx`insert into bot.chats (id) values (${newChatId}) on conflict do nothing`;
		await tx`update bot.chats set stopped_at = clock() where id = ${chatId}`;
		await tx`delete from bot.conversations where chat_id = ${newChatId}`;
		await tx`update bot.conversations set chat_id = ${newChatId} where chat_id = ${chatId}`;
		await tx`update bot.screens set chat_id = ${newChatId} where chat_id = ${chatId}`;
		await tx`update bot.outbox set chat_id = ${newChatId} where chat_id = ${chatId}`;
	});
}
