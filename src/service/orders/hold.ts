import { and, eq, inArray, sql } from "drizzle-orm";
import { limits } from "../../contract/limits.ts";
import type { Tx } from "../../postgres/connect.ts";
import { orderSentence } from "../../rules/order-refusal.ts";
import { Refusal } from "../refusal.ts";
import { accounts } from "../schema/accounts.ts";
import { domains, ledger, type OrderRow, orders } from "../schema/trade.ts";
import { alive, ownedBy } from "../store/domains.ts";
import { type Claim, extendLease } from "../store/requests.ts";
import type { OrderLine } from "./order-line.ts";

export interface Holding {
	orders: OrderRow[];
	refusals: Map<number, Refusal>;
	/** How many of the wishes were looked at. */
	taken: number;
}

/** An order is looked at by the sweep when whoever placed it has surely given up. */
const openSeconds = 60;

/**
 * Reserves the money for as many wishes, in their order, as the balance covers, and opens their orders. Ends before the
 * first one that it does not cover, unless that is the first of all: an earlier order may still be refused and give its
 * money back.
 */
export async function hold(tx: Tx, claim: Claim, accountId: number, wishes: readonly OrderLine[]): Promise<Holding> {
	await extendLease(tx, claim);
	let balance = await lockBalance(tx, accountId);
	const renewable = await lockRenewable(tx, accountId, wishes);
	const refusals = new Map<number, Refusal>();
	const covered: OrderLine[] = [];
	let taken = 0;
	for (const wish of wishes) {
		const refusal = wish.kind === "renew" ? refuseRenewal(wish, renewable) : undefined;
		if (!refusal && wish.cents > balance && covered.length > 0) break;
		taken += 1;
		if (refusal) refusals.set(wish.item, refusal);
		else if (wish.cents > balance) refusals.set(wish.item, new Refusal("no_funds", shortOf(wish, balance)));
		else {
			balance -= wish.cents;
			covered.push(wish);
		}
	}
	return { orders: await open(tx, claim, accountId, covered), refusals, taken };
}

async function lockBalance(tx: Tx, accountId: number): Promise<number> {
	const [account] = await tx
		.select({ balance: accounts.balanceCents })
		.from(accounts)
		.where(eq(accounts.id, accountId))
		.for("no key update");
	return account?.balance ?? 0;
}

interface Renewable {
	/** Years that may still be added, those of open orders taken off. */
	years: number;
}

/** The domains to renew, locked, so that two renewals at once do not both fit under the limit of ten years. */
async function lockRenewable(tx: Tx, accountId: number, wishes: readonly OrderLine[]): Promise<Map<string, Renewable>> {
	const names = wishes.filter(({ kind }) => kind === "renew").map(({ domain }) => domain);
	if (names.length === 0) return new Map();
	const owned = await tx
		.select({ name: domains.name, years: yearsLeft })
		.from(domains)
		.where(and(ownedBy(accountId), inArray(domains.name, names), alive))
		.for("no key update");
	const waiting = await tx
		.select({ name: orders.domain, years: sql<number>`sum(${orders.years})::int` })
		.from(orders)
		.where(and(inArray(orders.domain, names), eq(orders.kind, "renew"), eq(orders.state, "open")))
		.groupBy(orders.domain);
	const open = new Map(waiting.map(({ name, years }) => [name, years]));
	return new Map(owned.map(({ name, years }) => [name, { years: years - (open.get(name) ?? 0) }]));
}

/** Whole years between the expiry and the latest one that is possible. */
const yearsLeft = sql<number>`extract(year from age(
	clock() + make_interval(years => ${limits.years.max}), ${domains.expiresAt}))::int`;

/** Takes the wish's years off what is left, so that the next renewal of the same domain sees them. */
function refuseRenewal({ domain, years }: OrderLine, renewable: ReadonlyMap<string, Renewable>): Refusal | undefined {
	const found = renewable.get(domain);
	if (!found) return new Refusal("not_yours", `${domain} is not in this account.`);
	if (years > found.years) {
		return new Refusal("invalid", orderSentence("too_far", { domain, years: String(limits.years.max) }));
	}
	found.years -= years;
	return undefined;
}

async function open(
	tx: Tx,
	{ id: requestId }: Claim,
	accountId: number,
	wishes: readonly OrderLine[],
): Promise<OrderRow[]> {
	if (wishes.length === 0) return [];
	const wakeAt = sql`clock() + make_interval(secs => ${openSeconds})`;
	const opened = await tx
		.insert(orders)
		.values(wishes.map((wish) => ({ ...wish, accountId, requestId, wakeAt })))
		.returning();
	await tx.insert(ledger).values(
		opened.map(({ id, cents }) => ({
			accountId,
			orderId: id,
			kind: "hold" as const,
			balanceCents: -cents,
			heldCents: cents,
		})),
	);
	const sum = opened.reduce((total, { cents }) => total + cents, 0);
	await tx
		.update(accounts)
		.set({ balanceCents: sql`${accounts.balanceCents} - ${sum}`, heldCents: sql`${accounts.heldCents} + ${sum}` })
		.where(eq(accounts.id, accountId));
	return opened;
}

function shortOf({ domain, cents }: OrderLine, balance: number): string {
	const usd = (amount: number): string => (amount / 100).toFixed(2);
	return `${domain} costs ${usd(cents)} USD, and the balance is ${usd(balance)} USD.`;
}
