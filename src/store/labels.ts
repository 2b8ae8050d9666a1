import type { Db } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";

/**
 * Finds the label (the `client_ref` of a domain) that a text names. Searches the labels of the person's domains and the
 * labels that the person muted. Ignores case, but prefers an exact match.
 */
export async function findLabel(db: Db, personId: number, text: string): Promise<string | null> {
	const rows = await db.execute<{ label: string }>(sql`
		select label from (
			select client_ref as label from bot.domains
			where account_id in (select account_id from bot.connections where person_id = ${personId})
			union
			select value from bot.mutes where person_id = ${personId} and topic in ('label', 'label_block')
		) known
		where lower(label) = lower(${text}) order by label <> ${text}, label limit 1`);
	return rows[0]?.label ?? null;
}
