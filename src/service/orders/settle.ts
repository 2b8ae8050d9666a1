import { and, eq, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Jobs } from "../../jobs/index.ts";
import type { Db, Tx } from "../../postgres/connect.ts";
import { unicodeOf } from "../../rules/names.ts";
import { type Audience, emit, type Happening } from "../events/emit.ts";
import type { Executed } from "../registry/port.ts";
import { isSpecial } from "../registry/special-names.ts";
import { accounts } from "../schema/accounts.ts";
import { domains, ledger, type OrderRow, orders } from "../schema/trade.ts";

/** What is known about an open order: done, refused for good, or nothing, so that it stays open. */
export type Finding =
	| { kind: "executed"; executed: Executed }
	| { kind: "refused"; refusal: NonNullable<OrderRow["refusal"]> }
	| { kind: "unknown" };

export interface Found {
	order: OrderRow;
	finding: Finding;
}

/** An open order of which nothing is known is asked about again after this. */
const askAgainSeconds = 10;

/**
 * Writes down what became of orders of one account, all in one transaction: state, money, domain and event. An order
 * that somebody else has settled meanwhile is left as it is. Answers with the orders as they are afterwards.
 */
export function settle(
	{ db, jobs }: { db: Db; jobs: Pick<Jobs, "enqueue"> },
	accountId: number,
	findings: readonly Found[],
): Promise<OrderRow[]> {
	return db.transaction(async (tx) => {
		const audience = await lockAccount(tx, accountId);
		const settled: OrderRow[] = [];
		const happenings: Happening[] = [];
		for (const { order, finding } of findings) {
			const row = await close(tx, order, finding);
			settled.push(row ?? (await reread(tx, order)));
			if (!row || finding.kind === "unknown") continue;
			await move(tx, row);
			if (finding.kind === "executed") happenings.push(await carryOut(tx, row, finding.executed, audience.now));
		}
		await emit(tx, jobs, audience, happenings);
		return settled;
	});
}

/** The account is locked before its orders and domains, everywhere, so that no two transactions wait for each other. */
async function lockAccount(tx: Tx, accountId: number): Promise<Audience> {
	const [account] = await tx
		.select({
			webhookOn: sql<boolean>`${accounts.webhookEnabled} and ${accounts.webhookUrl} is not null`,
			now: sql<Date>`clock()`.mapWith((text: string | Date) => new Date(text)),
		})
		.from(accounts)
		.where(eq(accounts.id, accountId))
		.for("no key update");
	if (!account) throw new Error(`account ${accountId} is gone`);
	return { accountId, ...account };
}

/** The row as it is now, if it was open until now. */
async function close(tx: Tx, order: OrderRow, finding: Finding): Promise<OrderRow | undefined> {
	const [row] = await tx
		.update(orders)
		.set(changeBy(finding))
		.where(and(eq(orders.id, order.id), eq(orders.state, "open")))
		.returning();
	return row;
}

function changeBy(finding: Finding): PgUpdateSetSource<typeof orders> {
	switch (finding.kind) {
		case "executed":
			return { state: "done", expiresAt: finding.executed.expiresAt };
		case "refused":
			return { state: "refused", refusal: finding.refusal };
		case "unknown":
			return { wakeAt: sql`clock() + make_interval(secs => ${askAgainSeconds})` };
	}
}

async function reread(tx: Tx, order: OrderRow): Promise<OrderRow> {
	const [row] = await tx.select().from(orders).where(eq(orders.id, order.id));
	return row ?? order;
}

/** Held money is spent, or comes back. */
async function move(tx: Tx, { id, accountId, cents, state }: OrderRow): Promise<void> {
	const back = state === "refused" ? cents : 0;
	await tx.insert(ledger).values({
		accountId,
		orderId: id,
		kind: state === "refused" ? "release" : "charge",
		balanceCents: back,
		heldCents: -cents,
	});
	await tx
		.update(accounts)
		.set({ balanceCents: sql`${accounts.balanceCents} + ${back}`, heldCents: sql`${accounts.heldCents} - ${cents}` })
		.where(eq(accounts.id, accountId));
}

/** The domain as it is after the order, and the event that tells of it. */
async function carryOut(tx: Tx, order: OrderRow, executed: Executed, now: Date): Promise<Happening> {
	const { domain, clientRef, externalRef } = order;
	if (order.kind === "register") {
		await enter(tx, order, executed, now);
		return { type: "domain.registered", domain, clientRef, externalRef };
	}
	const [renewed] = await tx
		.update(domains)
		.set({
			expiresAt: sql`greatest(${domains.expiresAt}, ${executed.expiresAt})`,
			clientRef: clientRef ?? sql`${domains.clientRef}`,
			externalRef: externalRef ?? sql`${domains.externalRef}`,
		})
		.where(eq(domains.name, domain))
		.returning({ clientRef: domains.clientRef, externalRef: domains.externalRef });
	return { type: "domain.renewed", domain, clientRef, externalRef, ...renewed };
}

const blockedAfterMs = 60_000;

/** A name that was somebody's, and was lost, begins anew. */
async function enter(tx: Tx, order: OrderRow, executed: Executed, now: Date): Promise<void> {
	if (!order.setup) throw new Error(`order ${order.id} has no set-up`);
	const row = {
		accountId: order.accountId,
		name: order.domain,
		unicode: unicodeOf(order.domain),
		zone: order.zone,
		registeredAt: executed.registeredAt,
		expiresAt: executed.expiresAt,
		...order.setup,
		clientRef: order.clientRef,
		externalRef: order.externalRef,
		blockedAt: null,
		blockedReason: null,
		monitorAt: isSpecial(order.domain, "blocked") ? new Date(now.getTime() + blockedAfterMs) : null,
	};
	await tx.insert(domains).values(row).onConflictDoUpdate({ target: domains.name, set: row });
}
