import type { Sql } from "@domains/kit/postgres/connect.ts";
import { canonicalAddress } from "./addresses.ts";
import { answersDebt } from "./allowance.ts";
import type { CallerAddress } from "./caller-address.ts";
import { Problem } from "./problem.ts";
import { throughFailover } from "./through-failover.ts";
import { hashToken, readToken } from "./token.ts";
import { counting, type RateDecision } from "./token-rate-limit.ts";

/** Read together with the token, so a handler need not read the account again. */
export interface CallerAccount {
	id: number;
	apiEnabled: boolean;
	balanceCents: number;
	whitelist: string[];
	webhookEnabled: boolean;
	defaultPresetKey: string | null;
	defaultEdgeKey: string | null;
	defaultTtl: number | null;
	/** What the token has used up of the limit of stored answers (`requireRoomForAnswers`). */
	keptDebtSeconds: number;
}

/** `go` is null if the request was not counted, because the API is off or the address is not in the whitelist. */
type Caller = CallerAccount & {
	listed: boolean;
} & (RateDecision | { go: null });

/**
 * Throws, in this order:
 * - 401 for an unknown token, or if the API is off for the account,
 * - 403 for an address outside the whitelist,
 * - 429 for the rate limit, which counts only requests that get past 401 and 403.
 *
 * Source: docs/service.md, "Access".
 */
export async function admit(sql: Sql, authorization: string | undefined, from: CallerAddress): Promise<CallerAccount> {
	const token = readToken(authorization);
	const address = "address" in from ? canonicalAddress(from.address) : undefined;
	const caller =
		token === undefined ? undefined : await throughFailover(() => findCaller(sql, hashToken(token), address));
	if (!caller) throw unauthorized("This token is unknown. Was it re-issued?");
	if (!caller.apiEnabled) throw unauthorized("The API is switched off for this account.");
	if ("problem" in from) throw new Problem("forbidden", from.problem);
	if (!caller.listed) {
		throw new Problem("forbidden", `The address ${from.address} is not in the whitelist. Add it in Profile -> API.`);
	}
	if (caller.go === null) throw new Error("the rate limit of a token was not counted");
	if (!caller.go) throw tooMany(caller);
	return caller;
}

/** One SQL statement reads the account and counts the request, because this function runs for every request. */
async function findCaller(sql: Sql, hash: string, address: string | undefined): Promise<Caller | undefined> {
	const allowed = sql`select token_hash from caller where api_enabled and listed`;
	const [caller] = await sql<Caller[]>`
		with caller as (
			select *, coalesce(${address ?? null}::inet <<= any(whitelist::inet[]), false) as listed
			from service.accounts where token_hash = ${hash}
		), counted as (${counting(sql, allowed)})
		select
			id, api_enabled as "apiEnabled", balance_cents as "balanceCents", whitelist, webhook_enabled as "webhookEnabled",
			default_preset_key as "defaultPresetKey", default_edge_key as "defaultEdgeKey", default_ttl as "defaultTtl",
			coalesce((
				select ${sql.unsafe(answersDebt)} from service.rates
				where rates.token_hash = caller.token_hash
			), 0) as "keptDebtSeconds",
			listed, go, blocked, seconds
		from caller left join counted on true`;
	return caller;
}

function unauthorized(message: string): Problem {
	return new Problem("unauthorized", message, { "www-authenticate": "Bearer" });
}

function tooMany({ seconds, blocked }: RateDecision): Problem {
	const message = blocked
		? `Too many requests were refused: this token is blocked for ${seconds} more seconds.`
		: "More than 10 requests in one second.";
	return new Problem("rate_limited", message, { "retry-after": String(seconds) });
}
