import { createHash, randomBytes } from "node:crypto";
import { limits } from "@domains/contract/limits.ts";
import { proxyHeader } from "@domains/kit/http/listen.ts";
import type { Fragment, Sql } from "@domains/kit/postgres/connect.ts";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import { answersDebt } from "./allowance.ts";
import { Problem } from "./problem.ts";
import { throughFailover } from "./through-failover.ts";

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

/**
 * `go`: the request may pass. If not, `seconds` is the whole number of seconds to wait, and `blocked` is true if the
 * token is blocked.
 */
interface RateDecision {
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

type CallerAddress = { address: string } | { problem: string };

/**
 * A proxy on this machine would make every caller look local. So a request with a proxy header, such as
 * X-Forwarded-For, must come from a trusted proxy and name the caller in X-Forwarded-For. Otherwise, the caller is
 * unknown.
 */
export function callerAddress({ headers, ip, ips, socket }: FastifyRequest): CallerAddress {
	const header = proxyHeader(headers);
	// The first of `ips` is the address of the socket. Fastify adds the addresses of X-Forwarded-For only if it trusts
	// the socket's address.
	if (header === undefined || (ips && ips.length > 1)) return { address: ip };
	const arrived = `A proxy header (${header}) arrived`;
	if (!ips) {
		const advice = "add the proxy there, or send the request without this header";
		return { problem: `${arrived}, but TRUSTED_PROXIES is not set: ${advice}.` };
	}
	if (header !== "X-Forwarded-For") return { problem: `${arrived} without X-Forwarded-For: the caller is unknown.` };
	return { problem: `${arrived} from ${socket.remoteAddress}, which TRUSTED_PROXIES does not contain.` };
}

/**
 * Two entries for the same addresses are equal: IPv4-mapped IPv6 becomes IPv4, host bits are cleared, and a network
 * with a single address loses its prefix length.
 */
export function canonicalEntry(text: string): string | undefined {
	const [address = "", length, ...rest] = text.trim().split("/");
	if (!isAddress(address) || rest.length > 0) return undefined;
	const given = ipaddr.parse(address);
	const parsed = ipaddr.process(address);
	const bits = parsed.kind() === "ipv4" ? 32 : 128;
	if (length === undefined) return parsed.toString();
	// In an IPv4-mapped network, 96 bits precede the IPv4 address. The prefix length includes these bits.
	const prefix = /^\d{1,3}$/.test(length) ? Number(length) - (given.kind() === parsed.kind() ? 0 : 96) : Number.NaN;
	if (!(prefix >= 0 && prefix <= bits)) return undefined;
	if (prefix === bits) return parsed.toString();
	const network = parsed.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
	return `${network.networkAddressFromCIDR(`${parsed}/${prefix}`)}/${prefix}`;
}

/** Drops an IPv6 scope such as `%eth0`. */
export function canonicalAddress(text: string): string | undefined {
	return ipaddr.isValid(text) ? ipaddr.process(text).toString().split("%")[0] : undefined;
}

/** True for an address in a usual notation: `1.2.3.4`, but not `1.2`, `0x1.2`, `010.1.1.1` or `fe80::1%eth0`. */
function isAddress(text: string): boolean {
	return (
		ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(":") && !text.includes("%") && ipaddr.IPv6.isValid(text))
	);
}

const shape = /^(dts_[\w-]{43})([\w-]{6})$/;

/** `dts_`, 256 random bits and a checksum, so that a mistyped token is refused without a database query. */
export function createToken(): string {
	return tokenWith(randomBytes(32).toString("base64url"));
}

/** `bits`: 256 bits in base64url. */
export function tokenWith(bits: string): string {
	const body = `dts_${bits}`;
	return body + checksum(body);
}

export function readToken(header: string | undefined): string | undefined {
	const token = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";
	const [, body = "", sum] = shape.exec(token) ?? [];
	return sum !== undefined && checksum(body) === sum ? token : undefined;
}

/** A slow hash is unnecessary for 256 random bits. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

export function createSecret(): string {
	return `whsec_${randomBytes(32).toString("base64url")}`;
}

function checksum(body: string): string {
	return createHash("sha256").update(body).digest("base64url").slice(0, 6);
}
