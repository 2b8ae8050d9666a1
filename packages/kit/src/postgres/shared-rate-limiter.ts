import type { Sql } from "postgres";

/**
 * On average one permit per `everyMs`, and at most `burst` at once, for all processes together. A fractional `burst`,
 * such as 1.5, tolerates delays: if one permit is half of `everyMs` late, the next one may still come at its usual
 * time.
 */
export interface RateLimit {
	key: string;
	everyMs: number;
	burst: number;
}

/**
 * `probe`: a limit was blocked before, and this is its first permit since then, so the result shows whether the service
 * still refuses requests. `free`: when to ask again, by the database's clock.
 */
export type Permit = { go: true; probe: boolean } | { go: false; blocked: boolean; waitMs: number; free: Date };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Unlogged, because its loss costs only a moment of rate limiting. */
export async function createRateLimitTable(sql: Sql): Promise<void> {
	await sql`create unlogged table if not exists public.rate_limits (
		key text primary key, next_at timestamptz not null, blocked_until timestamptz)`;
}

/**
 * The generic cell rate algorithm. `next_at` is the time at which the next permit is due at an even rate. With a burst,
 * a permit may be granted before that. Row locks make concurrent requests wait for each other.
 */
export function createRateLimiter(sql: Sql) {
	return {
		/** Takes a permit of every limit in one statement, or of none. */
		async acquire(limits: readonly RateLimit[]): Promise<Permit> {
			const sorted = limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
			const [keys, everyMs, bursts] = [
				sorted.map((each) => each.key),
				sorted.map((each) => each.everyMs),
				sorted.map((each) => each.burst),
			];
			const [row] = await sql<{ waitMs: number; free: Date; blocked: boolean; probe: boolean }[]>`
				with asked as (
					select key, every_ms * interval '1 ms' as every, (burst - 1) * every_ms * interval '1 ms' as ahead
					from unnest(${keys}::text[], ${everyMs}::float8[], ${bursts}::float8[]) as a(key, every_ms, burst)
				), held as materialized (
					select * from rate_limits where key = any(${keys}::text[]) order by key for update
				), verdict as (
					select coalesce(max(greatest(due, block_end)), clock()) as free,
						coalesce(max(block_end) > clock(), false) as blocked, count(blocked_until) > 0 as probe
					from (
						select blocked_until,
							-- A time that no permit and no block can store was written while the clock was ahead. It counts as past.
							case when next_at > clock() + ahead + every + interval '1 second' then clock() else next_at - ahead end as due,
							case when blocked_until <= clock() + interval '25 hours' then blocked_until end as block_end
						from asked join held using (key)
					) as known
				), taken as (
					insert into rate_limits as p (key, next_at)
					select key, clock() + every from asked, verdict where free <= clock()
					on conflict (key) do update set
						next_at = greatest(least(p.next_at, clock() + (select ahead from asked where asked.key = p.key)), clock())
							+ (excluded.next_at - clock())
							+ case when p.blocked_until is null then interval '0' else interval '1 second' end,
						blocked_until = null
				)
				select free, blocked, probe, greatest(ceil(extract(epoch from free - clock()) * 1000), 0)::int as "waitMs" from verdict`;
			if (!row || row.waitMs <= 0) return { go: true, probe: row?.probe ?? false };
			const { waitMs, free, blocked } = row;
			return { go: false, blocked, waitMs, free };
		},
		/**
		 * Refuses permits for `ms` milliseconds, or until the end of a longer block. The first permit after it has `probe:
		 * true`. The next one comes a second later than usual, so that the result of the first request is usually known by
		 * then.
		 */
		async block(key: string, ms: number): Promise<void> {
			await sql`
				insert into rate_limits as p (key, next_at, blocked_until)
				values (${key}, clock(), clock() + ${ms} * interval '1 ms')
				on conflict (key) do update set blocked_until = greatest(p.blocked_until, excluded.blocked_until)`;
		},
		/** The next permit was due, and the block ended, more than a day ago. */
		async forgetUnused(): Promise<void> {
			await sql`delete from rate_limits where greatest(next_at, blocked_until) < clock() - interval '1 day'`;
		},
	};
}
