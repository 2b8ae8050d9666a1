import { sql } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import type { Kind } from "../rules/operation/state.ts";

export interface DoubtfulOperation {
	id: number;
	reference: string;
	kind: Kind;
	personId: number;
	confirmedAt: Date;
	/** The operation's domains that have an unknown outcome. */
	domains: string[];
}

/**
 * Returns the operations whose outcome is still unknown after the bot has searched for it at the registrar's service,
 * oldest first.
 */
export async function doubtfulOperations(db: Db): Promise<DoubtfulOperation[]> {
	const rows = await db.execute<{ [Key in keyof DoubtfulOperation]: DoubtfulOperation[Key] }>(sql`
		select o.id::int, o.reference, o.kind, o.person_id::float8 as "personId", o.confirmed_at as "confirmedAt",
			json_agg(i.domain order by i.ordinal) as domains
		from bot.operations o
		join bot.requests r on r.operation_id = o.id and r.phase = 'needs_human'
		join bot.items i on i.request_id = r.id and i.phase in ('open', 'accepted')
		where o.settled_at is null
		group by o.id order by o.id`);
	return [...rows];
}
