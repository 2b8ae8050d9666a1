import { alert } from "../person.ts";
import type { Play } from "../play.ts";
import type { Cast, Check } from "./index.ts";

/** It takes a sender no longer from its lease to its message, and from there to the row that says so. */
const noticeMs = 5_000;

/** Whoever connects is one of those who hear once that is committed, and its row says when it was begun. */
const joiningMs = 5_000;

/** Every event of the service came in once, and everybody who hears of the account was told of it once. */
export const checkNews: Check = async (play, { accounts, members }) => {
	const { sql } = play.stage.database;
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
		group by i.id, a.id, c.id
		having count(o.id) > 1 or (count(o.id) = 0 and i.received_at > c.created_at + ${joiningMs} * interval '1 ms')`;
	// Whoever has no good token for a while hears nothing meanwhile.
	const hears = (userId: number): boolean =>
		accounts.some((account) => account.userId === userId && account.tokens.length === 1);
	return [
		...missing.map(({ type, domain, state, kept }) => `${type} of ${domain} is ${state}, and was kept ${kept} times`),
		...told
			.filter(({ userId, times }) => times > 1 || hears(userId))
			.map(({ type, domain, personId, times }) => `${type} of ${domain} was told person ${personId} ${times} times`),
		...(await unlikeTheChats(play, members)),
	];
};

/**
 * What stands in the chats, against the rows that say that it was told. Twice it may only stand where its first sender
 * never heard that it was taken, died in that moment, or slept until another one took over.
 */
async function unlikeTheChats({ stage, watch }: Play, members: Cast["members"]): Promise<string[]> {
	const rows = await stage.database.sql<{ type: string; domain: string; personId: number; count: number }[]>`
		select i.type, i.domain, o.person_id::int as "personId", count(*)::int as count
		from bot.outbox o join bot.inbox i on o.subject_kind = 'event' and o.subject_id = i.id
		where o.state = 'sent' and i.domain is not null group by 1, 2, 3`;
	let cuts = watch.cuts;
	return rows.flatMap(({ type, domain, personId, count }) => {
		const member = members.find(({ id }) => id === personId);
		const tells = (text: string): boolean => typeOf(text) === type && text.includes(domain);
		const there = member?.messages().filter(({ from, text = "" }) => from === "bot" && tells(text)).length ?? 0;
		const excused = watch.posts.filter(({ chatId, text, at, heardAt = Number.POSITIVE_INFINITY }) => {
			const overslept = watch.jumps.some((jump) => jump > at - noticeMs && jump < heardAt + noticeMs);
			return chatId === personId && tells(text) && (heardAt === Number.POSITIVE_INFINITY || overslept);
		}).length;
		const surplus = Math.max(0, there - count - excused);
		cuts -= surplus;
		if (there >= count && (surplus === 0 || cuts >= 0)) return [];
		return [`${type} of ${domain} stands ${there} times in the chat of ${member?.name}, and was told ${count} times`];
	});
}

function typeOf(text: string): string | undefined {
	const [, done, blocked, lifted] = alert.exec(text) ?? [];
	const word = lifted || done === "no longer blocked" ? "unblocked" : (done ?? blocked);
	return word && `domain.${word}`;
}
