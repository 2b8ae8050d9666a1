import type { Check } from "./index.ts";

/** Every event of the service came in once, and everybody who hears of the account was told of it once. */
export const checkNews: Check = async ({ stage }, { accounts }) => {
	const { sql } = stage.database;
	const missing = await sql<{ type: string; domain: string; state: string; kept: number }[]>`
		select e.type, e.domain, e.state, (select count(*)::int from bot.inbox b where b.event_id = e.key) as kept
		from service.events e
		where e.state in ('pending', 'delivered')
			and (select count(*) from bot.inbox b where b.event_id = e.key and b.state = 'done') <> 1`;
	const told = await sql<{ type: string; domain: string; userId: number; personId: number; times: number }[]>`
		select i.type, i.domain, a.user_id::int as "userId", c.person_id::int as "personId", count(o.id)::int as times
		from bot.inbox i join bot.accounts a on a.id = i.account_id
			join bot.connections c on c.account_id = i.account_id and c.created_at < i.received_at
			left join bot.outbox o on o.subject_kind = 'event' and o.subject_id = i.id and o.person_id = c.person_id
				and o.state = 'sent'
		group by i.id, a.id, c.id having count(o.id) <> 1`;
	// Whoever has no good token for a while hears nothing meanwhile.
	const hears = (userId: number): boolean =>
		accounts.some((account) => account.userId === userId && account.tokens.length === 1);
	return [
		...missing.map(({ type, domain, state, kept }) => `${type} of ${domain} is ${state}, and was kept ${kept} times`),
		...told
			.filter(({ userId, times }) => times > 1 || hears(userId))
			.map(({ type, domain, personId, times }) => `${type} of ${domain} was told person ${personId} ${times} times`),
	];
};
