import type { Sql } from "@domains/kit/postgres/connect.ts";

/**
 * Counts the attempts to process a Telegram update that needs no chat state. For all other updates, `createChatStore`
 * counts them in the statements that read and write the chat.
 */
export function countUpdates(sql: Sql) {
	return {
		/**
		 * Counts the attempt to process an update. `done` is true if the update was already processed. `locale` is the
		 * person's stored language; null for an unknown person.
		 */
		async begin(input: { updateId: number; personId: number }): Promise<{ done: boolean; locale: string | null }> {
			const [row] = await sql<{ done: boolean; locale: string | null }[]>`
				insert into bot.updates as u (id) values (${input.updateId})
				on conflict (id) do update set tries = u.tries + 1
				returning done_at is not null as done, (select locale from bot.people where id = ${input.personId}) as locale`;
			if (!row) throw new Error("an upsert returns its row");
			return row;
		},

		async finish(updateId: number): Promise<void> {
			await sql`update bot.updates set done_at = clock() where id = ${updateId}`;
		},
	};
}
