import { limits } from "@domains/contract/limits.ts";
import type { Fragment, Sql } from "@domains/kit/postgres/connect.ts";

/**
 * `go`: the request may pass. If not, `seconds` is the whole number of seconds to wait, and `blocked` is true if the
 * token is blocked.
 */
export interface RateDecision {
	go: boolean;
	blocked: boolean;
	seconds: number;
}

/**
 * SQL that counts one request for each row of `tokens`, a query that selects `token_hash`.
 * - At most 10 requests pass per rolling second.
 * - More than 50 refusals within 10 s block the token for 5 minutes.
 * - Requests during a block do not count as refusals.
 * - A stored time ahead of the clock, or a block longer than 5 minutes, was written by a wrong clock and is ignored.
 *
 * The SQL locks the token's row before it reads the database's clock, so several instances count the requests of a
 * token one after another. Source: docs/service.md, "Rate".
 */
export function counting(sql: Sql, tokens: Fragment) {
	const { requestsPerSecond, refusalsBeforeBlock, refusalWindowSeconds, blockSeconds } = limits;
	return sql<RateDecision[]>`
		insert into service.rates as rate (token_hash, passed, refused, seen_at)
		select token_hash, array[at], '{}', at
		from (${tokens}) as token cross join (select clock_timestamp() + (clock() - now()) as at) as time
		on conflict (token_hash) do update set (passed, refused, blocked_until, seen_at) = (
			select
				case when go then (array_prepend(at, rate.passed))[1:${requestsPerSecond}::int] else rate.passed end,
				refused,
				case when refused[${refusalsBeforeBlock + 1}::int] between at - make_interval(secs => ${refusalWindowSeconds}) and at
					and not go and not blocked
					then at + make_interval(secs => ${blockSeconds}) else case when blocked then rate.blocked_until end end,
				at
			from (select clock_timestamp() + (clock() - now()) as at offset 0) as time
			cross join lateral (select coalesce(
				rate.blocked_until > at and rate.blocked_until <= at + make_interval(secs => ${blockSeconds}), false) as blocked) as block
			cross join lateral (
				select not blocked and coalesce(
					rate.passed[${requestsPerSecond}::int] not between at - interval '1 second' and at, true) as go
			) as verdict
			cross join lateral (
				select case when go or blocked then rate.refused
					else (array_prepend(at, rate.refused))[1:${refusalsBeforeBlock + 1}::int] end as refused
			) as refusals
		)
		returning
			passed[1] = seen_at as go,
			coalesce(blocked_until > seen_at, false) as blocked,
			greatest(1, ceil(extract(epoch from
				greatest(blocked_until, passed[${requestsPerSecond}::int] + interval '1 second') - seen_at)))::int as seconds`;
}
