import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { sentPhases } from "../rules/operation/state.ts";
import type { BalanceChange, SpentItem } from "../rules/spending.ts";
import { items, operations, requests } from "./schema/operations.ts";
import { mostCents } from "./schema/people.ts";
import { balanceChanges, spendDays } from "./schema/trade.ts";

/**
 * Returns the day (UTC), such as `2027-03-01`, whose spending cap applies to an order that is confirmed at this time.
 */
export function spendDayOf(confirmedAt: Date): string {
	return confirmedAt.toISOString().slice(0, 10);
}

/** Returns the end of the day (UTC) whose spending cap applies to an order that is confirmed at this time. */
export function spendDayEnd(confirmedAt: Date): Date {
	const end = new Date(confirmedAt);
	end.setUTCHours(24, 0, 0, 0);
	return end;
}

/**
 * Adds an amount to a person's spending of a day; a negative amount subtracts. Returns false and changes nothing if the
 * day's spending would then exceed `capCents`. If `capCents` is null, any amount is allowed.
 */
export async function spend(
	tx: Tx,
	input: { personId: number; day: string; cents: number; capCents: number | null },
): Promise<boolean> {
	const { personId, day, cents, capCents } = input;
	// A large list can cost more than the column holds. It then keeps its maximum, which is above any cap.
	const rows = await tx.execute(sql`
		insert into bot.spend_days as s (person_id, day, spent_cents)
		select ${personId}, ${day}::date, greatest(0, least(${cents}::bigint, ${mostCents}))
		where ${capCents}::bigint is null or ${cents}::bigint <= ${capCents}::bigint
		on conflict (person_id, day) do update
		set spent_cents = greatest(0, least(s.spent_cents + ${cents}::bigint, ${mostCents}))
		where ${capCents}::bigint is null or s.spent_cents + ${cents}::bigint <= ${capCents}::bigint
		returning 1`);
	return rows.length > 0;
}

export async function spentOn(db: Db | Tx, personId: number, day: string): Promise<number> {
	const [row] = await db
		.select({ cents: spendDays.spentCents })
		.from(spendDays)
		.where(and(eq(spendDays.personId, personId), eq(spendDays.day, day)));
	return row?.cents ?? 0;
}

/** Returns the sum of the person's largest order so far, in any account; 0 if there is none. */
export async function largestOrder(tx: Db | Tx, personId: number): Promise<number> {
	const [row] = await tx.execute<{ cents: string }>(sql`
		select coalesce(max(cents), 0) as cents from (
			select sum(coalesce(i.charged_cents, i.price_cents)) as cents
			from bot.operations o join bot.items i on i.operation_id = o.id
			where o.person_id = ${personId} and o.kind in ('register', 'renew') and i.phase = 'succeeded'
			group by o.id
		) orders`);
	return Number(row?.cents ?? 0);
}

/**
 * Returns an account's registrations and renewals, one item per domain. Includes only those that were sent in the last
 * `days` days and may have cost money. Without `seesOthers`, returns only the orders of this person.
 */
export async function spentItems(
	db: Db | Tx,
	{ personId, accountId, seesOthers, days }: { personId: number; accountId: number; seesOthers: boolean; days: number },
): Promise<SpentItem[]> {
	const rows = await db
		.select({
			at: requests.firstSentAt,
			operationId: items.operationId,
			kind: operations.kind,
			phase: items.phase,
			requestPhase: requests.phase,
			code: items.code,
			chargedCents: items.chargedCents,
			priceCents: items.priceCents,
		})
		.from(items)
		.innerJoin(requests, eq(requests.id, items.requestId))
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(
			and(
				eq(items.accountId, accountId),
				inArray(operations.kind, ["register", "renew"]),
				isNotNull(requests.firstSentAt),
				gte(requests.firstSentAt, sql`${clock} - ${days} * interval '1 day'`),
				seesOthers ? undefined : eq(operations.personId, personId),
			),
		);
	return rows.flatMap(({ at, operationId, kind, phase, requestPhase, code, chargedCents, priceCents }): SpentItem[] => {
		if (at === null || (kind !== "register" && kind !== "renew")) return [];
		const item = { at, operationId, kind, priceCents };
		if (phase === "succeeded") {
			const cents = code === "unattributed" ? null : chargedCents;
			return [cents === null ? { ...item, outcome: "untold" } : { ...item, outcome: "charged", cents }];
		}
		if (phase === "failed") return code === "order_failed" ? [{ ...item, outcome: "undone" }] : [];
		return sentPhases.includes(requestPhase) ? [{ ...item, outcome: "pending" }] : [];
	});
}

/** Returns the changes of the account's balance in the last `days` days, oldest first. */
export async function findBalanceChanges(db: Db | Tx, accountId: number, days: number): Promise<BalanceChange[]> {
	const { at, beforeCents, afterCents } = balanceChanges;
	return db
		.select({ at, beforeCents, afterCents })
		.from(balanceChanges)
		.where(and(eq(balanceChanges.accountId, accountId), gte(at, sql`${clock} - ${days} * interval '1 day'`)))
		.orderBy(balanceChanges.id);
}
