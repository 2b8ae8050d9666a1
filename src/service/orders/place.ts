import { and, eq, ne } from "drizzle-orm";
import type { Jobs } from "../../jobs/index.ts";
import type { Log } from "../../log.ts";
import type { Db, Sql } from "../../postgres/connect.ts";
import { Refusal } from "../refusal.ts";
import type { Registry } from "../registry/port.ts";
import { type OrderRow, orders } from "../schema/trade.ts";
import type { Slices } from "../slices.ts";
import type { Claim } from "../store/requests.ts";
import { execute, findOut } from "./execute.ts";
import { hold } from "./hold.ts";
import type { OrderLine, Outcome } from "./order-line.ts";
import { settle } from "./settle.ts";

export interface Trade {
	db: Db;
	/** Over the same pool. */
	sql: Sql;
	jobs: Pick<Jobs, "enqueue">;
	registry: Registry;
	slices: Slices;
	log: Log;
}

/** So many orders share a transaction, and are with the registry at once. */
const ordersPerTransaction = 25;

/**
 * Carries out the wishes of one request, in order. Each ends as its order (`done`, or still `open` when nobody knows) or
 * as a refusal. Wishes that an earlier attempt at the request has ordered already must not come here again: they are
 * what `findEarlier` answers. Source: docs/service.md, "Money".
 */
export async function placeOrders(
	trade: Trade,
	claim: Claim,
	accountId: number,
	wishes: readonly OrderLine[],
): Promise<Map<number, Outcome>> {
	const outcomes = new Map<number, Outcome>();
	const free = await freeNames(trade, wishes);
	const isOpen = ({ kind, domain }: OrderLine): boolean => kind === "renew" || free.has(domain);
	for (let waiting = wishes; ; ) {
		for (const wish of waiting) if (!isOpen(wish)) outcomes.set(wish.item, taken(wish.domain));
		waiting = waiting.filter(isOpen);
		if (waiting.length === 0) return outcomes;
		const chunk = untilRepeated(waiting.slice(0, ordersPerTransaction));
		const held = await trade.db.transaction((tx) => hold(tx, claim, accountId, chunk));
		for (const [item, refusal] of held.refusals) outcomes.set(item, refusal);
		for (const order of await carryOut(trade, accountId, held.orders)) {
			outcomes.set(order.item, outcomeOf(order));
			if (order.state === "done") free.delete(order.domain);
		}
		waiting = waiting.slice(held.taken);
	}
}

/**
 * The orders of an earlier attempt at the same request, by item: done, or still open when not even the registry could
 * say. What it did not execute is closed and gone, and may be ordered anew.
 */
export async function findEarlier(trade: Trade, claim: Claim, accountId: number): Promise<Map<number, OrderRow>> {
	const earlier = await trade.db
		.select()
		.from(orders)
		.where(and(eq(orders.requestId, claim.id), ne(orders.state, "refused")));
	const open = earlier.filter(({ state }) => state === "open");
	const findings = open.map(async (order) => ({ order, finding: await findOut(trade, order) }));
	const settled = open.length > 0 ? await settle(trade, accountId, await Promise.all(findings)) : [];
	const succeeded = [...earlier.filter(({ state }) => state === "done"), ...settled];
	return new Map(succeeded.filter(({ state }) => state !== "refused").map((order) => [order.item, order]));
}

async function carryOut(trade: Trade, accountId: number, held: readonly OrderRow[]): Promise<OrderRow[]> {
	if (held.length === 0) return [];
	const findings = held.map(async (order) => ({ order, finding: await execute(trade, order) }));
	return await settle(trade, accountId, await Promise.all(findings));
}

/** Asked before money is held, so that a taken name is called taken whatever the balance. The registry decides later. */
async function freeNames({ registry, log }: Trade, wishes: readonly OrderLine[]): Promise<Set<string>> {
	const names = wishes.filter(({ kind }) => kind === "register").map(({ domain }) => domain);
	if (names.length === 0) return new Set();
	try {
		return new Set(await registry.available(names));
	} catch (error) {
		log.warn({ error }, "the registry could not say which names are free");
		return new Set(names);
	}
}

/** A domain that is named twice waits for the outcome of its first order. */
function untilRepeated(wishes: readonly OrderLine[]): readonly OrderLine[] {
	const repeated = wishes.findIndex(
		({ domain }, index) => wishes.findIndex((other) => other.domain === domain) < index,
	);
	return repeated === -1 ? wishes : wishes.slice(0, repeated);
}

function outcomeOf(order: OrderRow): Outcome {
	if (order.state !== "refused") return order;
	if (order.refusal === "provider_error") {
		return new Refusal("trouble", `The registry failed for ${order.domain}; nothing was charged.`);
	}
	return order.kind === "register" ? taken(order.domain) : new Refusal("not_yours", `${order.domain} is not known.`);
}

function taken(domain: string): Refusal {
	return new Refusal("taken", `${domain} is taken.`);
}
