import type { RunContext } from "../context.ts";
import type { Member } from "../members.ts";
import type { Check } from "./check.ts";

/**
 * No day's spending exceeds the daily cap. No payment above the person's limit happens without a second confirmation.
 * The balance does not fall below the low-balance limit without a notification.
 */
export const checkSpendingLimits: Check = async ({ backend }, { members }) => {
	const confirmed = await confirmedOrders(backend);
	const falls = await balances(backend);
	const warnings = await readWarnings(backend);
	return members.flatMap((member) => {
		const mine = confirmed.filter(({ personId }) => personId === member.id);
		return [
			...overCap(member, mine),
			...unasked(member, mine),
			...unnotified(member, falls.get(member.account.userId) ?? [], warnings),
		];
	});
};

/**
 * If a price changes during the order, the person confirms the rest again. So one order may have several confirmations.
 */
interface Confirmed {
	personId: number;
	reference: string;
	day: string;
	cents: number;
}

/**
 * If a domain cost more than its confirmed price, counts only that price. A price may rise during the purchase, and
 * `money.ts` checks that case.
 */
async function confirmedOrders({ database }: RunContext["backend"]): Promise<Confirmed[]> {
	return await database.sql<Confirmed[]>`
		select p.person_id::int as "personId", p.reference, (b.confirmed_at at time zone 'UTC')::date::text as day,
			sum(least(o.cents, i.price_cents))::int as cents
		from service.orders o join service.requests r on r.id = o.request_id
			join bot.requests b on b.key = split_part(r.key, ' ', 1) join bot.items i on i.request_id = b.id and i.domain = o.domain
			join bot.operations p on p.id = b.operation_id
		where o.state = 'done' and b.confirmed_at is not null
		group by p.id, b.confirmed_at`;
}

function overCap({ name, limits: { dayCapCents: cap } }: Member, mine: readonly Confirmed[]): string[] {
	if (cap === null) return [];
	return [...Map.groupBy(mine, ({ day }) => day)].flatMap(([day, orders]) => {
		const spent = orders.reduce((sum, { cents }) => sum + cents, 0);
		return spent > cap ? [`${name} spent ${spent} on ${day} over a cap of ${cap}`] : [];
	});
}

function unasked(
	{ name, confirmedTwice, limits: { askAboveCents: most } }: Member,
	mine: readonly Confirmed[],
): string[] {
	const large = mine.filter(({ cents, reference }) => most !== null && cents > most && !confirmedTwice.has(reference));
	return large.map(({ cents, reference }) => `${name} paid ${cents} for ${reference} without a second question`);
}

/** From the service's ledger, by the account's user id. */
async function balances({ database }: RunContext["backend"]): Promise<ReadonlyMap<number, number[]>> {
	const rows = await database.sql<{ userId: number; cents: number }[]>`
		select account_id as "userId", sum(balance_cents) over (partition by account_id order by id)::int as cents
		from service.ledger order by id`;
	const byAccount = Map.groupBy(rows, ({ userId }) => userId);
	return new Map([...byAccount].map(([userId, all]) => [userId, all.map(({ cents }) => cents)]));
}

interface Warnings {
	personId: number;
	userId: number;
	notified: number;
	/** Null if the bot has read no balance. */
	known: number | null;
	/** At some time. */
	wasDisconnected: boolean;
}

async function readWarnings({ database }: RunContext["backend"]): Promise<Warnings[]> {
	return await database.sql<Warnings[]>`
		select c.person_id::int as "personId", a.user_id::int as "userId", a.balance_cents::int as known, (
			select count(*)::int from bot.outbox o
			where o.subject_kind = 'balance' and o.subject_id = a.id and o.person_id = c.person_id and o.state = 'sent'
		) as notified, exists (
			select from public.access_changes lost
			where lost.person_id = c.person_id and lost.account_id = a.id and not lost.has and not exists (
				select from public.access_changes kept
				where kept.person_id = lost.person_id and kept.account_id = a.id and kept.has and kept.at = lost.at
			)
		) as "wasDisconnected"
		from bot.accounts a join bot.connections c on c.account_id = a.id`;
}

/**
 * Each fall below the limit allows at most one notification. At least one is required if the balance is below it now and the bot has
 * read this balance.
 */
function unnotified(
	{ id, name, account, limits }: Member,
	cents: readonly number[],
	warnings: readonly Warnings[],
): string[] {
	const { lowBalanceCents: low } = limits;
	const {
		notified = 0,
		known = null,
		wasDisconnected = false,
	} = warnings.find((each) => each.personId === id && each.userId === account.userId) ?? {};
	if (low === null) return notified > 0 ? [`${name} was notified of a low balance without a limit`] : [];
	const falls = cents.filter((each, index) => each < low && (cents[index - 1] ?? each) >= low).length;
	const tooMany =
		notified > falls
			? [`${name} was notified ${notified} times although the balance fell below ${low} ${falls} times`]
			: [];
	// The person never lost access, the token was never replaced, and the bot has read the current balance.
	const canBeNotified = !wasDisconnected && account.tokens.length === 1 && known === cents.at(-1);
	const isMissing = canBeNotified && known < low && notified === 0;
	return isMissing ? [...tooMany, `${name} was not notified that the balance fell below ${low}, to ${known}`] : tooMany;
}
