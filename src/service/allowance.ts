import { limits } from "../contract/limits.ts";
import type { Fragment, Sql } from "../postgres/connect.ts";
import { Problem } from "./problem.ts";

const daySeconds = 24 * 3_600;
const maxSeconds = limits.blockSeconds;

/**
 * The limits of a token besides its requests per second, as leaky buckets. All instances of the service share them.
 * Each unit that a request uses adds `seconds` to the token's debt. The debt decreases by one second per second. While
 * the debt is at least `ahead` seconds, requests are refused. So a single large request is accepted, but the next
 * requests must wait.
 * - `names`: a unit is one name or DNS record of a request.
 * - `kept`: a unit is one byte of an answer that is stored for its Idempotency-Key.
 *
 * Source: docs/service.md, "Rate".
 */
const allowances = {
	names: {
		seconds: 1 / limits.namesPerSecond,
		ahead: 1,
		message: `The names and records of earlier requests used up this token's ${limits.namesPerSecond} per second.`,
	},
	kept: {
		seconds: daySeconds / limits.keptAnswerBytes,
		ahead: daySeconds,
		message: "Too many answers are stored for this token's Idempotency-Keys.",
	},
} as const;

type Allowance = keyof typeof allowances;

const columns: Record<Allowance, (sql: Sql) => Fragment> = {
	names: (sql) => sql`names_until`,
	kept: (sql) => sql`kept_until`,
};

/**
 * Counts `amount` units of a request against the token's limit (`allowances`). Throws 429 if earlier requests have used
 * up the limit. An `amount` of 0 only checks the limit.
 */
export async function spend(sql: Sql, accountId: number, kind: Allowance, amount: number): Promise<void> {
	const { ahead, message } = allowances[kind];
	const column = columns[kind](sql);
	const [spent] = await sql<{ go: boolean; seconds: number }[]>`
		with debt as (
			select token_hash, greatest(0, extract(epoch from ${column} - clock()))::float8 as debt
			from service.rates join service.accounts using (token_hash) where accounts.id = ${accountId} for update of rates
		), paid as (
			update service.rates set ${column} = clock() + make_interval(secs => debt + ${amount * allowances[kind].seconds})
			from debt where rates.token_hash = debt.token_hash and debt < ${ahead} and ${amount > 0}
		)
		select coalesce(debt < ${ahead}, true) as go, ceil(coalesce(debt, 0) - ${ahead})::int as seconds from debt`;
	if (!spent || spent.go) return;
	const seconds = Math.max(1, spent.seconds);
	const retryAfter = Math.min(maxSeconds, seconds);
	throw new Problem("rate_limited", `${message} Try again in ${seconds} s.`, { "retry-after": String(retryAfter) });
}

/** Counts `amount` units against the token's limit without a check, because the work is already done. */
export async function charge(sql: Sql, accountId: number, kind: Allowance, amount: number): Promise<void> {
	const column = columns[kind](sql);
	await sql`
		update service.rates
		set ${column} = greatest(${column}, clock()) + make_interval(secs => ${amount * allowances[kind].seconds})
		from service.accounts where accounts.token_hash = rates.token_hash and accounts.id = ${accountId}`;
}
