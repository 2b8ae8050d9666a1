import type { References } from "@domains/contract/fields.ts";
import { limits } from "@domains/contract/limits.ts";
import { priceOf } from "@domains/contract/money.ts";
import { orderSentence, type RegisterBody, type RenewItem } from "@domains/contract/orders.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Claim, extendLease, takenOver } from "../idempotency.ts";
import { priceOfName, readName } from "../names.ts";
import { Refusal } from "../refusal.ts";
import { accounts, domains, type OrderRow, orders, type Setup } from "../schema.ts";
import { setUp } from "../setup.ts";
import { type Defaults, postLedger } from "../store/accounts.ts";
import { alive, ownedBy } from "../store/domains.ts";
import type { PriceList } from "../store/prices.ts";

interface Holding {
	orders: OrderRow[];
	refusals: Map<number, Refusal>;
	/** Counted from the first line. The caller passes the remaining lines to the next call. */
	processed: number;
}

/** By then, the worker that opened the order has finished or died, and a background job checks the order. */
const openSeconds = 60;

/**
 * Handles a line that the balance does not cover in one of two ways:
 * - If this call has already opened an order, it stops before the line, which the next call gets. By then, the registrar
 *   may have refused an open order, whose money is then available again.
 * - If this call has not opened an order, the line is refused, and the call continues.
 */
export async function hold(tx: Tx, claim: Claim, accountId: number, lines: readonly OrderLine[]): Promise<Holding> {
	let balance = await lockBalance(tx, claim, accountId);
	const renewable = await lockRenewable(tx, accountId, lines);
	const refusals = new Map<number, Refusal>();
	const covered: OrderLine[] = [];
	let processed = 0;
	for (const line of lines) {
		const refusal = line.kind === "renew" ? refuseRenewal(line, renewable) : undefined;
		if (!refusal && line.cents > balance && covered.length > 0) break;
		processed += 1;
		if (refusal) refusals.set(line.item, refusal);
		else if (line.cents > balance) refusals.set(line.item, new Refusal("no_funds", shortOf(line, balance)));
		else {
			balance -= line.cents;
			covered.push(line);
		}
	}
	return { orders: await open(tx, claim, accountId, covered, renewable), refusals, processed };
}

/** Extends the lease of the request and locks the account's row in one statement. */
async function lockBalance(tx: Tx, claim: Claim, accountId: number): Promise<number> {
	const extended = tx.$with("extended").as(extendLease(tx, claim));
	const [account] = await tx
		.with(extended)
		.select({ balance: accounts.balanceCents })
		.from(accounts)
		.innerJoin(extended, eq(extended.accountId, accounts.id))
		.where(eq(accounts.id, accountId))
		// This does not apply to `extended`: PostgreSQL locks no rows of a `with` query.
		.for("no key update");
	return account?.balance ?? takenOver();
}

interface Renewable {
	expiresAt: Date;
	/** The years of open orders are already subtracted. */
	years: number;
}

/** Two concurrent renewals together cannot exceed the limit of ten years. */
async function lockRenewable(tx: Tx, accountId: number, lines: readonly OrderLine[]): Promise<Map<string, Renewable>> {
	const names = lines.filter(({ kind }) => kind === "renew").map(({ domain }) => domain);
	if (names.length === 0) return new Map();
	const owned = await tx
		.select({ name: domains.name, years: yearsLeft, expiresAt: domains.expiresAt })
		.from(domains)
		.where(and(ownedBy(accountId), inArray(domains.name, names), alive))
		.for("no key update");
	const waiting = await tx
		.select({ name: orders.domain, years: sql<number>`sum(${orders.years})::int` })
		.from(orders)
		.where(and(inArray(orders.domain, names), eq(orders.kind, "renew"), eq(orders.state, "open")))
		.groupBy(orders.domain);
	const open = new Map(waiting.map(({ name, years }) => [name, years]));
	return new Map(
		owned.map(({ name, years, expiresAt }) => [name, { expiresAt, years: years - (open.get(name) ?? 0) }]),
	);
}

const yearsLeft = sql<number>`extract(year from age(
	clock() + make_interval(years => ${limits.years.max}), ${domains.expiresAt}))::int`;

/** Subtracts the line's years from `renewable`, because a later line may renew the same domain. */
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
	lines: readonly OrderLine[],
	renewable: ReadonlyMap<string, Renewable>,
): Promise<OrderRow[]> {
	if (lines.length === 0) return [];
	const wakeAt = sql`clock() + make_interval(secs => ${openSeconds})`;
	const opened = tx.$with("opened").as(
		tx
			.insert(orders)
			.values(
				lines.map((line) => {
					const renewedFrom = line.kind === "renew" ? renewable.get(line.domain)?.expiresAt : undefined;
					return { ...line, accountId, requestId, wakeAt, ...(renewedFrom && { renewedFrom }) };
				}),
			)
			.returning(),
	);
	const held = sql`select id as order_id, 'hold' as kind, -cents as balance_cents, cents as held_cents from opened`;
	const { posted, summed } = postLedger(accountId, held);
	return await tx
		.with(opened, tx.$with("posted", {}).as(posted), tx.$with("summed", {}).as(summed))
		.select()
		.from(opened)
		.orderBy(opened.id);
}

function shortOf({ domain, cents }: OrderLine, balance: number): string {
	const usd = (amount: number): string => (amount / 100).toFixed(2);
	return `${domain} costs ${usd(cents)} USD, and the balance is ${usd(balance)} USD.`;
}

/** It has passed all checks except those of the balance and of the registrar. */
export interface OrderLine {
	/** Index of the item in the request. */
	item: number;
	kind: OrderRow["kind"];
	/** Punycode. */
	domain: string;
	zone: string;
	years: number;
	cents: number;
	clientRef: string | null;
	externalRef: string | null;
	setup: Setup | null;
}

export type Outcome = OrderRow | Refusal;

export function registrationLine(item: number, body: RegisterBody, prices: PriceList, defaults: Defaults): OrderLine {
	const line = lineOf("register", item, body, prices);
	return { ...line, setup: setUp(body, { ascii: line.domain, zone: line.zone }, defaults) };
}

export function renewalLine(item: number, body: RenewItem, prices: PriceList): OrderLine {
	return lineOf("renew", item, body, prices);
}

function lineOf(kind: OrderLine["kind"], item: number, body: RenewItem, prices: PriceList): OrderLine {
	const name = readName(body.domain);
	const price = priceOfName(name, prices);
	requireYears(body.years);
	const cents = priceOf(kind, price, body.years);
	return {
		item,
		kind,
		domain: name.ascii,
		zone: price.zone,
		years: body.years,
		cents,
		setup: null,
		...referencesOf(body),
	};
}

function requireYears(years: number): void {
	const { min, max } = limits.years;
	if (!Number.isInteger(years) || years < min || years > max) {
		throw new Refusal("invalid", `years must be a whole number from ${min} to ${max}.`);
	}
}

function referencesOf({ client_ref, external_ref }: References) {
	return { clientRef: client_ref ?? null, externalRef: external_ref ?? null };
}
