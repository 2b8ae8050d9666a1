import type { RunContext } from "../context.ts";
import { alert } from "../person.ts";
import type { Check, People } from "./index.ts";

/** A sender needs less than this from taking its lease to sending, and from sending to storing the result. */
const senderMs = 5_000;

/** A message lists this many names and counts the others. */
const shownNames = 20;

/** A new connection receives events once its transaction commits, but `created_at` is when the transaction began. */
const connectMs = 5_000;

/**
 * Checks that the inbox has every event of the service once, and that every person connected to the account was
 * notified once: by an alert, or by the receipt of their order.
 */
export const checkNotifications: Check = async (context, { accounts, members }) => {
	const { sql } = context.backend.database;
	const missing = await sql<{ type: string; domain: string; state: string; kept: number }[]>`
		select e.type, e.domain, e.state, (select count(*)::int from bot.inbox b where b.event_id = e.key) as kept
		from service.events e
		where e.state in ('pending', 'delivered')
			and (select count(*) from bot.inbox b where b.event_id = e.key and b.state = 'done') <> 1`;
	const notified = await sql<{ type: string; domain: string; userId: number; personId: number; times: number }[]>`
		select i.type, i.domain, a.user_id::int as "userId", c.person_id::int as "personId", count(o.id)::int as times
		from bot.inbox i join bot.accounts a on a.id = i.account_id
			join bot.connections c on c.account_id = i.account_id and c.created_at < i.received_at
			left join bot.operations receipt on receipt.id = i.receipt_id
			left join bot.outbox o on o.subject_kind = 'event' and o.subject_id = coalesce(i.group_id, i.id)
				and o.person_id = c.person_id and o.state = 'sent'
		where receipt.person_id is distinct from c.person_id
		group by i.id, a.id, c.id
		having count(o.id) > 1 or (count(o.id) = 0 and i.received_at > c.created_at + ${connectMs} * interval '1 ms')`;
	// A person whose token stopped working receives no notifications meanwhile.
	const canBeNotified = (userId: number): boolean =>
		accounts.some((account) => account.userId === userId && account.tokens.length === 1);
	return [
		...missing.map(
			({ type, domain, state, kept }) => `${type} of ${domain} is ${state}, and is in the inbox ${kept} times`,
		),
		...notified
			.filter(({ userId, times }) => times > 1 || canBeNotified(userId))
			.map(
				({ type, domain, personId, times }) =>
					`person ${personId} was notified ${times} times of ${type} for ${domain}`,
			),
		...(await compareWithChats(context, members)),
	];
};

/**
 * Checks that the chats agree with the rows that are marked as sent. A message may appear twice only if its first
 * sender received no answer, died at that moment, or overslept its lease until another sender took over.
 */
async function compareWithChats({ backend, watch }: RunContext, members: People["members"]): Promise<string[]> {
	const rows = await backend.database.sql<{ type: string; domain: string; personId: number; count: number }[]>`
		select type, domain, person_id::int as "personId", count(*)::int as count from (
			select i.type, i.domain, o.person_id, row_number() over (partition by o.id order by i.id) as place
			from bot.outbox o join bot.inbox i on o.subject_kind = 'event' and o.subject_id = coalesce(i.group_id, i.id)
				left join bot.operations receipt on receipt.id = i.receipt_id
			where o.state = 'sent' and i.domain is not null and receipt.person_id is distinct from o.person_id
				-- A message that is redrawn after its person lost access no longer shows the account's domains.
				and not exists (
					select from public.access_changes lost
					where lost.person_id = o.person_id and lost.account_id = i.account_id and not lost.has
				)
		) as reported where place <= ${shownNames} group by 1, 2, 3`;
	let cutReplies = watch.cutReplies;
	return rows.flatMap(({ type, domain, personId, count }) => {
		const member = members.find(({ id }) => id === personId);
		const isNotification = (text: string): boolean => typeOf(text) === type && text.includes(domain);
		const shown =
			member?.messages().filter(({ from, text = "" }) => from === "bot" && isNotification(text)).length ?? 0;
		const excused = watch.posts.filter(({ chatId, text, at, answeredAt = Number.POSITIVE_INFINITY }) => {
			const overslept = watch.jumps.some((jump) => jump > at - senderMs && jump < answeredAt + senderMs);
			return chatId === personId && isNotification(text) && (answeredAt === Number.POSITIVE_INFINITY || overslept);
		}).length;
		const extra = Math.max(0, shown - count - excused);
		cutReplies -= extra;
		if (shown >= count && (extra === 0 || cutReplies >= 0)) return [];
		return [`${type} of ${domain} is in the chat of ${member?.name} ${shown} times, and was sent ${count} times`];
	});
}

function typeOf(text: string): string | undefined {
	const [, now, late] = alert.exec(text) ?? [];
	const word = now ?? late;
	return word && `domain.${word}`;
}
