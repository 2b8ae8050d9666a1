import type { Due, Handler, Jobs } from "@domains/kit/jobs/index.ts";
import type { Log } from "@domains/kit/log.ts";
import { isPast } from "@domains/kit/postgres/clock.ts";
import type { Db, Sql } from "@domains/kit/postgres/connect.ts";
import type { Slices } from "@domains/kit/slices.ts";
import { and, eq, ne, sql } from "drizzle-orm";
import { type Claim, keepRequest } from "../idempotency.ts";
import { type Declined, Refusal } from "../refusal.ts";
import type { Mirror } from "../registrar/mirror.ts";
import { type Registrar, RegistrarFailure } from "../registrar/port.ts";
import { type OrderRow, orders } from "../schema.ts";
import { hold, type OrderLine, type Outcome } from "./hold.ts";
import { execute, findOut, settle } from "./settle.ts";

export interface Trade {
	db: Db;
	/** Uses the same connection pool as `db`. */
	sql: Sql;
	jobs: Pick<Jobs, "enqueue">;
	registrar: Registrar;
	/** Null unless the registrar is remote. */
	mirror: Mirror | null;
	slices: Slices;
	log: Log;
}

/** They are sent to the registrar concurrently. */
const ordersPerTransaction = 25;

/**
 * Returns one outcome per item index: a refusal, or an order that is `done`, or `open` if the registrar did not answer.
 * Do not pass lines for which `findEarlier` returned an order. Source: docs/service.md, "Money".
 */
export async function placeOrders(
	trade: Trade,
	claim: Claim,
	accountId: number,
	lines: readonly OrderLine[],
): Promise<Map<number, Outcome>> {
	const outcomes = new Map<number, Outcome>();
	const declined = await declinedLines(trade, accountId, lines);
	for (const [item, refusal] of declined) outcomes.set(item, refusal);
	const takenUp = declined.size === 0 ? lines : lines.filter(({ item }) => !declined.has(item));
	const free = await availableNames(trade, takenUp);
	const isOpen = ({ kind, domain }: OrderLine): boolean => kind === "renew" || free.has(domain);
	for (let waiting = takenUp; ; ) {
		for (const line of waiting) if (!isOpen(line)) outcomes.set(line.item, taken(line.domain));
		waiting = waiting.filter(isOpen);
		if (waiting.length === 0) return outcomes;
		const chunk = untilRepeated(waiting.slice(0, ordersPerTransaction));
		const held = await trade.db.transaction((tx) => hold(tx, claim, accountId, chunk));
		for (const [item, refusal] of held.refusals) outcomes.set(item, refusal);
		for (const order of await carryOut(trade, accountId, held.orders)) {
			outcomes.set(order.item, outcomeOf(order));
			if (order.state === "done") free.delete(order.domain);
		}
		waiting = waiting.slice(held.processed);
	}
}

/**
 * By item index. Each is `done`, or `open` if the registrar still does not answer. An order that the registrar did not
 * execute is closed and not returned, so its item can be ordered again.
 */
export async function findEarlier(trade: Trade, claim: Claim, accountId: number): Promise<Map<number, OrderRow>> {
	if (claim.isNew) return new Map();
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

/** A remote registrar gives a new domain its own nameservers and an empty zone. */
function declinedSetup(name: string, setup: OrderLine["setup"]): Declined | undefined {
	if (!setup || (setup.mode === "managed" && setup.records.length === 0)) return undefined;
	const message = `${name} registers without records and nameservers: set them after the registration.`;
	return { reason: "invalid", message };
}

/** By item index: what a remote registrar would refuse, and everything while it does not answer. */
async function declinedLines(
	{ registrar: { name, remote }, mirror }: Trade,
	accountId: number,
	lines: readonly OrderLine[],
): Promise<Map<number, Refusal>> {
	if (!remote || !mirror || lines.length === 0) return new Map();
	try {
		await mirror.requireBalance(accountId);
		const declined = await remote.decline(lines);
		return new Map(
			lines.flatMap(({ item, setup }, index) => {
				const found = declined[index] ?? declinedSetup(name, setup);
				return found ? [[item, new Refusal(found.reason, found.message)] as const] : [];
			}),
		);
	} catch (error) {
		if (!(error instanceof RegistrarFailure || error instanceof Refusal)) throw error;
		const refusal = new Refusal("trouble", `${error.message} Nothing was ordered.`);
		return new Map(lines.map(({ item }) => [item, refusal]));
	}
}

/**
 * All of them if the registrar fails. The check comes before money is reserved, so a taken name is refused as taken even
 * if the balance is too low. The registry can still refuse the order of an available name.
 */
async function availableNames({ registrar, log }: Trade, lines: readonly OrderLine[]): Promise<Set<string>> {
	const names = lines.filter(({ kind }) => kind === "register").map(({ domain }) => domain);
	if (names.length === 0) return new Set();
	try {
		return new Set(await registrar.available(names));
	} catch (error) {
		log.warn({ error }, "the registrar could not check the availability of names");
		return new Set(names);
	}
}

/** A repeated domain must wait for the outcome of its earlier line. */
function untilRepeated(lines: readonly OrderLine[]): readonly OrderLine[] {
	const repeated = lines.findIndex(({ domain }, index) => lines.findIndex((other) => other.domain === domain) < index);
	return repeated === -1 ? lines : lines.slice(0, repeated);
}

function outcomeOf(order: OrderRow): Outcome {
	if (order.state !== "refused") return order;
	if (order.reason !== null && isReason(order.refusal)) return new Refusal(order.refusal, order.reason);
	if (order.refusal === "provider_error") {
		return new Refusal("trouble", `The registry failed for ${order.domain}; nothing was charged.`);
	}
	return order.kind === "register" ? taken(order.domain) : new Refusal("not_yours", `${order.domain} is unknown.`);
}

function isReason(refusal: OrderRow["refusal"]): refusal is Declined["reason"] {
	return refusal !== null && refusal !== "not_available" && refusal !== "provider_error";
}

function taken(domain: string): Refusal {
	return new Refusal("taken", `${domain} is taken.`);
}

/** Their worker has died, or the registrar did not answer. */
export const dueOrders: Due = (now) =>
	sql`select id from service.orders where state = 'open' and ${isPast(sql`wake_at`, "2 days", now)}`;

/** Handles the queue `service.order`. The balance and the domain are updated even if the caller never retries. */
export function createLookAgain(trade: Trade): Handler {
	return async (rowId) => {
		const [order] = await trade.db
			.select()
			.from(orders)
			.where(and(eq(orders.id, Number(rowId)), eq(orders.state, "open"), isPast(orders.wakeAt, "2 days")));
		if (!order) return;
		const finding = await findOut(trade, order);
		// The cleanup deletes an expired Idempotency-Key as soon as all its orders have an outcome. A retry must still get
		// it.
		await keepRequest(trade.db, order.requestId);
		await settle(trade, order.accountId, [{ order, finding }]);
	};
}
