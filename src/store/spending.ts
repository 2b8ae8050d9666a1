import { and, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import { spendDays } from "./schema/trade.ts";

/**
 * Returns the day (UTC) whose spending cap applies to an order that is confirmed at this time, such as `2027-03-01`.
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
	const rows = await tx.execute(sql`
		insert into bot.spend_days as s (person_id, day, spent_cents)
		select ${personId}, ${day}::date, ${cents}
		where ${capCents}::integer is null or ${cents}::integer <= ${capCents}::integer
		on conflict (person_id, day) do update set spent_cents = s.spent_cents + ${cents}
		where ${capCents}::integer is null or s.spent_cents + ${cents} <= ${capCents}
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
