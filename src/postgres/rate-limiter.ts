import type { Sql } from "./connect.ts";

/**
 * A limit that all processes share: on average one every `everyMs`, at most `burst` at once. A part of one more is how
 * late a turn may be taken without putting off those after it.
 */
export interface RateLimit {
	key: string;
	everyMs: number;
	burst: number;
}

/**
 * `free` says when to ask again, by the database's clock and counted from now. `probe`: the first turn after a block,
 * which finds out whether it is over.
 */
export type Permit = { go: true; probe: boolean } | { go: false; blocked: boolean; waitMs: number; free: Date };

export interface RateLimiter {
	/** Takes a turn of every limit, or of none. One statement. */
	acquire(limits: readonly RateLimit[]): Promise<Permit>;
	/** Nobody gets a turn of this key for so long. The first one after that is a probe: the next waits a second for it. */
	block(key: string, ms: number): Promise<void>;
	/** Rows that nobody used for a day can go. */
	forgetUnused(): Promise<void>;
}

/** Losing what stands here costs only a moment's pacing, hence no log. */
export async function createRateLimitTable(sql: Sql): Promise<void> {
	await sql`create unlogged table if not exists public.pace (
		key text primary key, next_at timestamptz not null, blocked_until timestamptz)`;
}

/**
 * The generic cell rate algorithm: `next_at` is when the next turn is due at an even pace, and a burst may run ahead of
 * it. Two processes that ask at once are put in order by the row's lock.
 */
export function createRateLimiter(sql: Sql): RateLimiter {
	return {
		async acquire(limits) {
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
					select * from pace where key = any(${keys}::text[]) order by key for update
				), verdict as (
					select coalesce(max(greatest(next_at - ahead, blocked_until)), clock()) as free,
						coalesce(max(blocked_until) > clock(), false) as blocked, count(blocked_until) > 0 as probe
					from asked join held using (key)
				), taken as (
					insert into pace as p (key, next_at)
					select key, clock() + every from asked, verdict where free <= clock()
					on conflict (key) do update set
						next_at = greatest(p.next_at, clock()) + (excluded.next_at - clock())
							+ case when p.blocked_until is null then interval '0' else interval '1 second' end,
						blocked_until = null
				)
				select free, blocked, probe, ceil(extract(epoch from free - clock()) * 1000)::int as "waitMs" from verdict`;
			if (!row || row.waitMs <= 0) return { go: true, probe: row?.probe ?? false };
			const { waitMs, free, blocked } = row;
			return { go: false, blocked, waitMs, free };
		},
		async block(key, ms) {
			await sql`
				insert into pace as p (key, next_at, blocked_until)
				values (${key}, clock(), clock() + ${ms} * interval '1 ms')
				on conflict (key) do update set blocked_until = greatest(p.blocked_until, excluded.blocked_until)`;
		},
		async forgetUnused() {
			await sql`delete from pace where greatest(next_at, blocked_until) < clock() - interval '1 day'`;
		},
	};
}
