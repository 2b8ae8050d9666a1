import { mandatedIn } from "../proposing.ts";
import type { Check } from "./check.ts";

/**
 * Nothing that a program proposed is charged without the owner's tap on its own *Pay*, and a program's charges of one
 * day stay within its sum a day. Nothing is charged under a standing order that was not confirmed, or above its ceiling.
 */
export const checkMandates: Check = async (context, { members }) => {
	const { proposed, wanted, ceilings } = mandatedIn(context);
	const { sql } = context.backend.database;
	const charged = await sql<{ domain: string; cents: number }[]>`
		select o.domain, sum(o.cents)::int as cents from service.orders o
		where o.state = 'done' and o.kind = 'register' group by o.domain`;
	const days = await sql<{ day: string; cents: number; dayCents: number }[]>`
		select (r.confirmed_at at time zone 'UTC')::date::text as day, sum(o.cents)::int as cents,
			m.day_cents::int as "dayCents"
		from bot.mandates m join bot.proposals p on p.mandate_id = m.id
			join bot.requests r on r.operation_id = p.operation_id join bot.items i on i.request_id = r.id
			join service.orders o on o.domain = i.domain and o.state = 'done' and o.kind = 'register'
		where i.phase = 'succeeded'
		group by m.id, day having sum(o.cents) > m.day_cents`;
	const single = charged.flatMap(({ domain, cents }) => {
		if (proposed.has(domain) && !members.some(({ paid }) => paid.has(domain)))
			return [`${domain} was charged, and its owner never tapped Pay`];
		const ceiling = ceilings.get(domain);
		if (ceiling === undefined) return wanted.has(domain) ? [`${domain} was charged without a standing order`] : [];
		return cents > ceiling ? [`${domain} cost ${cents}, above its ceiling of ${ceiling}`] : [];
	});
	const dear = days.map(
		(each) => `a program cost ${each.cents} on ${each.day}, and its mandate allows ${each.dayCents}`,
	);
	return [...single, ...dear];
};
