import type { ServiceCall } from "../watch.ts";
import type { Check } from "./check.ts";

/** Until then, the bot's price check may still get the old price. */
const priceMs = 500;
/**
 * Between the price check of an order and its purchase, which waits for a rate-limit permit. A higher charge is allowed
 * if the price changed within this time before the purchase, or after the last price check that the proxy saw. This
 * check alone proves nothing, because it may belong to another order.
 */
const permitMs = 3_000;

function mayShowPrice({ key, path, body }: ServiceCall, domain: string): boolean {
	return key === undefined && `${path} ${JSON.stringify(body)}`.includes(domain);
}

interface ReportedItem {
	reference: string;
	domain: string;
	phase: string;
	state: string;
	code: string | null;
	/** Charges of this order for the name. */
	charges: number;
	/** Other orders of the account for the same name and kind. */
	others: number;
}

interface Overpriced {
	reference: string;
	domain: string;
	key: string;
	cents: number;
	quoted: number;
	/** The time at which the service stored the order. It read the price right before. */
	orderedAt: number;
}

/** The service's ledger agrees with what people confirmed and with what the bot reported to them. */
export const checkMoney: Check = async ({ backend, watch }, { accounts }) => {
	const { sql } = backend.database;
	const balances = await sql<{ userId: number; balance: number; held: number; spent: number; booked: number }[]>`
		select a.id as "userId", a.balance_cents as balance, a.held_cents as held,
			(select coalesce(sum(cents), 0)::int from service.orders o where o.account_id = a.id and o.state = 'done') as spent,
			(select coalesce(sum(l.balance_cents), 0)::int from service.ledger l where l.account_id = a.id) as booked
		from service.accounts a`;
	const wrong = balances.flatMap(({ userId, balance, held, spent, booked }) => {
		const opening = accounts.find((account) => account.userId === userId)?.openingCents ?? 0;
		const isRight = balance === opening - spent && booked === balance && held === 0;
		return isRight ? [] : [`account ${userId} has ${balance} (${held} held) of ${opening} after spending ${spent}`];
	});
	const unasked = await sql<{ domain: string; kind: string; key: string }[]>`
		select o.domain, o.kind, r.key from service.orders o join service.requests r on r.id = o.request_id
		where o.state = 'done' and r.scope = 'api'
			and not exists (
				select from bot.requests b join bot.items i on i.request_id = b.id
				where b.key = split_part(r.key, ' ', 1) and i.domain = o.domain and b.confirmed_at is not null
			)`;
	const items = await sql<ReportedItem[]>`
		select p.reference, i.domain, i.phase, b.phase as state, i.code, (
			select count(*)::int from service.orders o join service.requests r on r.id = o.request_id
			where split_part(r.key, ' ', 1) = b.key and o.domain = i.domain and o.state = 'done'
		) as charges, (
			select count(*)::int from service.orders o join service.requests r on r.id = o.request_id
			where split_part(r.key, ' ', 1) <> b.key and o.domain = i.domain and o.state = 'done'
				and o.kind = p.kind and o.account_id = a.user_id
		) as others
		from bot.items i join bot.requests b on b.id = i.request_id join bot.operations p on p.id = i.operation_id
			join bot.accounts a on a.id = p.account_id
		where p.kind in ('register', 'renew')`;
	const overpriced = await sql<Overpriced[]>`
		select p.reference, i.domain, b.key, o.cents, i.price_cents as quoted,
			(extract(epoch from o.created_at) * 1000)::float8 as "orderedAt"
		from service.orders o join service.requests r on r.id = o.request_id
			join bot.requests b on b.key = split_part(r.key, ' ', 1) join bot.items i on i.request_id = b.id and i.domain = o.domain
			join bot.operations p on p.id = i.operation_id
		where o.state = 'done' and o.cents > i.price_cents`;
	return [
		...wrong,
		...unasked
			.filter(({ key }) => !watch.otherProgramKeys.has(key))
			.map(({ kind, domain, key }) => `${kind} of ${domain} was charged under ${key}, which no person confirmed`),
		...items.flatMap(({ reference, domain, phase, state, code, charges, others }) => {
			if (charges > 1) return [`${domain} of ${reference} was charged ${charges} times`];
			if (code === "done_elsewhere" && others === 0) {
				return [`${domain} of ${reference} is reported as done by another order, and there is none`];
			}
			// The receipt says that it is unknown which order did the work, so a charge of this order or of another one is
			// correct.
			if (code === "unattributed" && phase === "succeeded" && charges + others > 0) return [];
			const isReported = phase === "succeeded" || phase === "failed";
			if (isReported && (phase === "succeeded") !== (charges === 1)) {
				return [`${domain} of ${reference} is reported as ${phase}, and was charged ${charges} times`];
			}
			return charges === 1 && !isReported && state !== "needs_human"
				? [`${domain} of ${reference} was charged, and its order is ${state}`]
				: [];
		}),
		...overpriced.flatMap(({ reference, domain, key, cents, quoted, orderedAt }) => {
			const bought = watch.serviceCalls.findIndex(
				(call) => call.key === key && call.statuses.some((status) => status < 300),
			);
			const before = watch.serviceCalls.slice(0, Math.max(0, bought));
			const last = before.findLast((call) => mayShowPrice(call, domain))?.at ?? 0;
			const read = Math.min(last, (watch.serviceCalls[bought]?.at ?? 0) - permitMs);
			// The price may rise between the bot's last price check and the purchase.
			return watch.prices.some(
				({ from, until, zone }) => domain.endsWith(zone) && until > read - priceMs && from <= orderedAt,
			)
				? []
				: [`${domain} of ${reference} cost ${cents}, and ${quoted} was confirmed`];
		}),
	];
};
