import type { Figure } from "../figure.ts";
import { people } from "../subjects/crowd.ts";
import { openAccounts } from "../subjects/server.ts";
import { startBenchWorld } from "../subjects/world.ts";

const count = 1_000;
const perSecond = 29;

/**
 * All people are connected to the same account. The baseline is the shortest time that Telegram's rate limit allows.
 */
export async function measureNotifications(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const { sql, crowd } = world;
	const [token = ""] = await openAccounts(world.db, 1, 0);
	await world.connect(1, token);
	const first = 10_000;
	await sql`
		insert into bot.people (id, locale) select n, 'en' from generate_series(${first}::int, ${first + count - 1}::int) n`;
	await sql`insert into bot.chats (id) select id from bot.people where id >= ${first}`;
	await sql`
		insert into bot.connections (person_id, account_id, service_url, token, token_print, token_last4, state, active)
		select p.id, c.account_id, c.service_url, c.token, p.id::text, c.token_last4, c.state, true
		from bot.people p, bot.connections c where p.id >= ${first} and c.person_id = 1`;
	const heard = crowd.do({ chats: people(count, first), until: "Domain registered", atOnce: 0, listen: true });
	await sql`
		with event as (
			insert into bot.inbox (account_id, event_id, body_hash, type, domain, occurred_at, body, state)
			select account_id, 'bench', 'bench', 'domain.registered', 'bench.com', now(), '{}', 'done'
			from bot.connections where person_id = 1
			returning id
		)
		insert into bot.outbox (person_id, chat_id, subject_kind, subject_id, dedup_key)
		select p.id, p.id, 'event', event.id, 'bench' from bot.people p, event where p.id >= ${first}`;
	const { seconds, refused } = await heard;
	const least = count / perSecond;
	return [
		{
			what: `${count} notifications to ${count} chats, compared with ${perSecond} a second`,
			ours: `${seconds.toFixed(1)} s`,
			bare: `${least.toFixed(1)} s`,
			value: seconds / least,
			unit: "",
			goal: { atMost: 1.05 },
		},
		{
			what: "of them refused by a Telegram that takes 30 a second (429)",
			ours: String(refused),
			bare: "0",
			value: refused,
			unit: "",
			goal: { atMost: 0 },
		},
	];
}
