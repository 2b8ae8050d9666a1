import type { Check } from "./index.ts";

/** Every event of the service came in once, and everybody who hears of the account was told of it once. */
export const checkNews: Check = async ({ stage }) => {
	const { sql } = stage.database;
	const missing = await sql<{ type: string; domain: string; state: string; kept: number }[]>`
		select e.type, e.domain, e.state, (select count(*)::int from bot.inbox b where b.event_id = e.key) as kept
		from service.events e
		where e.state in ('pending', 'delivered')
			and (select count(*) from bot.inbox b where b.event_id = e.key and b.state = 'done') <> 1`;
	const told = await sql<{ type: string; domain: string; personId: number; times: number }[]>`
		select i.type, i.domain, c.person_id::int as "personId", count(o.id)::int as times
		from bot.inbox i join bot.connections c on c.account_id = i.account_id
			left join bot.outbox o on o.subject_kind = 'event' and o.subject_id = i.id and o.person_id = c.person_id
				and o.state = 'sent'
		where c.state = 'live' group by i.id, c.id having count(o.id) <> 1`;
	return [
		...missing.map(({ type, domain, state, kept }) => `${type} of ${domain} is ${state}, and was kept ${kept} times`),
		...told.map(
			({ type, domain, personId, times }) => `${type} of ${domain} was told person ${personId} ${times} times`,
		),
	];
};
