import { limits } from "@domains/contract/limits.ts";
import { secondsUntil, textOf } from "@domains/kit/postgres/clock.ts";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";
import { Problem } from "./problem.ts";

const daySeconds = 24 * 3_600;
const maxSeconds = limits.blockSeconds;

/**
 * Leaky buckets, which all instances of the service share. Each unit adds `seconds` to the token's debt, and the debt
 * decreases by one second per second. While it is at least `ahead` seconds, requests are refused. So a single large
 * request is accepted, but the next requests must wait.
 * - `names`: a unit is one name or DNS record of a request.
 * - `storedBytes`: a unit is one byte of an answer that is stored for its Idempotency-Key.
 *
 * Source: docs/service.md, "Rate".
 */
const allowances = {
	names: {
		seconds: 1 / limits.namesPerSecond,
		ahead: 1,
		message: `The names and records of earlier requests used up this token's ${limits.namesPerSecond} per second.`,
	},
	storedBytes: {
		seconds: daySeconds / limits.keptAnswerBytes,
		ahead: daySeconds,
		message: "Too many answers are stored for this token's Idempotency-Keys.",
	},
} as const;

/** Throws 429 if earlier requests have used up the limit. An `amount` of 0 only checks the limit. */
export async function spend(client: Sql, accountId: number, amount: number): Promise<void> {
	const { ahead, seconds } = allowances.names;
	const [spent] = await client<{ debt: number }[]>`
		with debt as (
			select token_hash, ${client.unsafe(textOf(secondsUntil(sql`names_until`, "5 minutes")))} as debt
			from service.rates join service.accounts using (token_hash) where accounts.id = ${accountId} for update of rates
		), paid as (
			update service.rates set names_until = clock() + make_interval(secs => debt + ${amount * seconds})
			from debt where rates.token_hash = debt.token_hash and debt < ${ahead} and ${amount > 0}
		)
		select coalesce(debt, 0) as debt from debt`;
	requireRoom("names", spent?.debt ?? 0);
}

/** SQL for the debt of a row of `service.rates`, in seconds. */
export const answersDebt = textOf(secondsUntil(sql`kept_until`, "2 days"));

/** `debtSeconds` was read when the request was admitted. */
export function requireRoomForAnswers(debtSeconds: number): void {
	requireRoom("storedBytes", debtSeconds);
}

function requireRoom(kind: keyof typeof allowances, debtSeconds: number): void {
	const { ahead, message } = allowances[kind];
	if (debtSeconds < ahead) return;
	const seconds = Math.max(1, Math.ceil(debtSeconds - ahead));
	const retryAfter = Math.min(maxSeconds, seconds);
	throw new Problem("rate_limited", `${message} Try again in ${seconds} s.`, { "retry-after": String(retryAfter) });
}

/** Counts without a check. `account`: SQL for the account's id. */
export function countAnswer(account: SQL, bytes: number): SQL {
	return sql`
		update service.rates
		set kept_until = clock() + make_interval(
			secs => ${sql.raw(answersDebt)} + ${bytes * allowances.storedBytes.seconds})
		from service.accounts where accounts.token_hash = rates.token_hash and accounts.id = ${account}`;
}
