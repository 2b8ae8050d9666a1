import type { Db } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";
import type { Kind } from "../rules/operation/state.ts";

export interface DoubtfulOperation {
	id: number;
	reference: string;
	kind: Kind;
	personId: number;
	confirmedAt: Date;
	/**
	 * True if the bot has asked the person. Otherwise, it still tries to find out the outcome. Only an asked operation can
	 * be settled.
	 */
	asked: boolean;
	/** How often its call was sent. */
	attempts: number;
	/** The operation's domains that have an unknown outcome. */
	domains: string[];
}

/** A call is not sent again after ten minutes, so the outcome of most calls is known by then. */
const usualMinutes = 15;

/**
 * Returns the operations whose outcome is still unknown after the bot has searched for it at the registrar's service,
 * oldest first. Includes those that the bot has tried to finish for longer than usual, without progress.
 */
export async function doubtfulOperations(db: Db): Promise<DoubtfulOperation[]> {
	const rows = await db.execute<{ [Key in keyof DoubtfulOperation]: DoubtfulOperation[Key] }>(sql`
		select o.id::int, o.reference, o.kind, o.person_id::float8 as "personId", o.confirmed_at as "confirmedAt",
			bool_or(r.phase = 'needs_human') as asked, max(r.attempts) as attempts,
			json_agg(i.domain order by i.ordinal) as domains
		from bot.operations o
		join bot.requests r on r.operation_id = o.id and (r.phase = 'needs_human' or (
			r.phase in ('sent', 'unknown') and r.first_sent_at < clock() - ${usualMinutes} * interval '1 minute'))
		join bot.items i on i.request_id = r.id and i.phase in ('open', 'accepted')
		where o.settled_at is null
		group by o.id order by o.id`);
	return [...rows];
}
