import type { Member } from "../cast.ts";
import type { Play } from "../play.ts";
import type { Check } from "./index.ts";

/** Nobody spends over what they set themselves, unasked, or past a low balance that they wanted to hear of. */
export const checkGuard: Check = async ({ stage }, { members }) => {
	const confirmed = await confirmedOrders(stage);
	const falls = await balances(stage);
	const warnings = await warned(stage);
	return members.flatMap((member) => {
		const mine = confirmed.filter(({ personId }) => personId === member.id);
		return [
			...overCap(member, mine),
			...unasked(member, mine),
			...unheard(member, falls.get(member.account.userId) ?? [], warnings),
		];
	});
};

/** What was charged of what one person confirmed at one moment, by the service's ledger. */
interface Confirmed {
	personId: number;
	reference: string;
	day: string;
	cents: number;
}

/** What a price rose by in the very moment of an order is not held against its person; the prices are checked elsewhere. */
async function confirmedOrders({ database }: Play["stage"]): Promise<Confirmed[]> {
	return await database.sql<Confirmed[]>`
		select p.person_id::int as "personId", p.reference, (b.confirmed_at at time zone 'UTC')::date::text as day,
			sum(least(o.cents, i.price_cents))::int as cents
		from service.orders o join service.requests r on r.id = o.request_id
			join bot.requests b on b.key = split_part(r.key, ' ', 1) join bot.items i on i.request_id = b.id and i.domain = o.domain
			join bot.operations p on p.id = b.operation_id
		where o.state = 'done' and b.confirmed_at is not null
		group by p.id, b.confirmed_at`;
}

function overCap({ name, guard: { dayCapCents: cap } }: Member, mine: readonly Confirmed[]): string[] {
	if (cap === null) return [];
	return [...Map.groupBy(mine, ({ day }) => day)].flatMap(([day, orders]) => {
		const spent = orders.reduce((sum, { cents }) => sum + cents, 0);
		return spent > cap ? [`${name} spent ${spent} on ${day} over a cap of ${cap}`] : [];
	});
}

function unasked({ name, sure, guard: { askAboveCents: most } }: Member, mine: readonly Confirmed[]): string[] {
	const dear = mine.filter(({ cents, reference }) => most !== null && cents > most && !sure.has(reference));
	return dear.map(({ cents, reference }) => `${name} paid ${cents} for ${reference} and was not asked twice`);
}

/** Each account's balance as the service kept it, oldest first. */
async function balances({ database }: Play["stage"]): Promise<ReadonlyMap<number, number[]>> {
	const rows = await database.sql<{ userId: number; cents: number }[]>`
		select account_id as "userId", sum(balance_cents) over (partition by account_id order by id)::int as cents
		from service.ledger order by id`;
	const byAccount = Map.groupBy(rows, ({ userId }) => userId);
	return new Map([...byAccount].map(([userId, all]) => [userId, all.map(({ cents }) => cents)]));
}

interface Warnings {
	personId: number;
	userId: number;
	told: number;
	/** What the bot read last. */
	known: number | null;
	/** They were without access for a while. */
	wasOut: boolean;
}

async function warned({ database }: Play["stage"]): Promise<Warnings[]> {
	return await database.sql<Warnings[]>`
		select c.person_id::int as "personId", a.user_id::int as "userId", a.balance_cents::int as known, (
			select count(*)::int from bot.outbox o
			where o.subject_kind = 'balance' and o.subject_id = a.id and o.person_id = c.person_id and o.state = 'sent'
		) as told, exists (
			select from public.access_changes lost
			where lost.person_id = c.person_id and lost.account_id = a.id and not lost.has and not exists (
				select from public.access_changes kept
				where kept.person_id = lost.person_id and kept.account_id = a.id and kept.has and kept.at = lost.at
			)
		) as "wasOut"
		from bot.accounts a join bot.connections c on c.account_id = a.id`;
}

/** Once for each time that the balance fell under the sum, and no more often; what nobody read nobody can tell. */
function unheard(
	{ id, name, account, guard }: Member,
	cents: readonly number[],
	warnings: readonly Warnings[],
): string[] {
	const { lowBalanceCents: low } = guard;
	const {
		told = 0,
		known = null,
		wasOut = false,
	} = warnings.find((each) => each.personId === id && each.userId === account.userId) ?? {};
	if (low === null) return told > 0 ? [`${name} was told of a low balance, and set none`] : [];
	const falls = cents.filter((each, index) => each < low && (cents[index - 1] ?? each) >= low).length;
	const often =
		told > falls ? [`${name} was told ${told} times of a balance that fell under ${low} ${falls} times`] : [];
	// Whoever is out or has no good token for a while hears nothing meanwhile.
	const hears = !wasOut && account.tokens.length === 1 && known === cents.at(-1);
	const silent = hears && known < low && told === 0;
	return silent ? [...often, `${name} was not told that the balance fell under ${low}, to ${known}`] : often;
}
