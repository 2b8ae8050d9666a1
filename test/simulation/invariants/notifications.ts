import type { RunContext } from "../context.ts";
import { alert } from "../person.ts";
import type { Check, People } from "./check.ts";

/** A message gives only the number of further domains, so `checkNotifications` ignores them. */
const shownNames = 20;

/**
 * The `created_at` of a connection is the start of its transaction. The bot notifies the new person only of events
 * after its end.
 */
const connectMs = 5_000;

/**
 * The bot stored each event exactly once, and each connected person got exactly one notification of it: an alert, or
 * the receipt of the person's order.
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
	// People get no notifications until they send the new token of their account to the bot.
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
 * Each notification that is marked as sent appears in the chat. If a sender gets no answer, dies or is too slow,
 * another one may send the message again, so there may be one message for each lease.
 */
async function compareWithChats({ backend }: RunContext, members: People["members"]): Promise<string[]> {
	const rows = await backend.database.sql<
		{ type: string; domain: string; personId: number; sent: number; leases: number }[]
	>`
		select type, domain, person_id::int as "personId", count(distinct outbox_id) filter (where visible)::int as sent, (
			select count(*)::int from public.screen_leases where screen_id = any(array_agg(reported.screen_id))
		) as leases from (
			-- Several events of one type about one domain can share a line of one message.
			select i.type, i.domain, o.person_id, o.screen_id, o.id as outbox_id, row_number() over (partition by o.id order by i.id) as place,
				-- A message that is redrawn after its person lost access no longer shows the account's domains.
				o.state = 'sent' and not exists (
					select from public.access_changes lost
					where lost.person_id = o.person_id and lost.account_id = i.account_id and not lost.has
				) as visible
			from bot.outbox o join bot.inbox i on o.subject_kind = 'event' and o.subject_id = coalesce(i.group_id, i.id)
				left join bot.operations receipt on receipt.id = i.receipt_id
			where i.domain is not null and receipt.person_id is distinct from o.person_id
		) as reported where place <= ${shownNames} group by 1, 2, 3`;
	return rows.flatMap(({ type, domain, personId, sent, leases }) => {
		const member = members.find(({ id }) => id === personId);
		const isNotification = (text: string): boolean => typeOf(text) === type && text.includes(domain);
		const shown =
			member?.messages().filter(({ from, text = "" }) => from === "bot" && isNotification(text)).length ?? 0;
		if (shown >= sent && shown <= leases) return [];
		return [
			`${type} of ${domain} is in the chat of ${member?.name} ${shown} times, and was sent ${sent} times by ${leases} senders`,
		];
	});
}

function typeOf(text: string): string | undefined {
	const found = alert.exec(text);
	// The edited alert about a block names no event type, so it counts as `blocked`.
	return found ? `domain.${found[1] ?? found[2] ?? "blocked"}` : undefined;
}
