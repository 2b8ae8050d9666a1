import { setTimeout as sleep } from "node:timers/promises";
import { endpoints, type Method } from "@domains/contract/endpoints.ts";
import type { Log } from "@domains/kit/log.ts";
import type { RateLimit, RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { currentTrace } from "@domains/kit/trace.ts";
import { type Dispatcher, request } from "undici";
import {
	blockOf,
	type CallOptions,
	failureOf,
	outcomeOf,
	type Priority,
	type RawAnswer,
	type Result,
	type TokenLimiter,
} from "./result.ts";

export interface Transport {
	/** `parseBase` returned it. */
	base: string;
	token: string;
	limiter: TokenLimiter;
	dispatcher?: Dispatcher;
	log: Log;
	/** The default limit is 30 seconds. Tests replace this function. */
	deadline?: () => AbortSignal;
	now?: () => Date;
	/**
	 * Called for each call that was sent. The web page of the local Telegram shows them. Their texts may contain secrets.
	 */
	onExchange?: (exchange: Exchange) => void;
	onCall?: (call: { method: string; outcome: "ok" | "refused" | "unknown"; milliseconds: number }) => void;
}

/** Never contains the token. */
export interface Exchange {
	method: string;
	/** Relative to the base address. */
	path: string;
	body: string | undefined;
	/** Null if no answer came. */
	status: number | null;
	answer: string;
	milliseconds: number;
}

/** `path` is relative to the base address. `key` is the Idempotency-Key of a mutation. A read has none. */
interface Wire {
	method: Method;
	path: string;
	body?: string;
	key?: string;
}

type Send = (wire: Wire, options?: CallOptions) => Promise<Result<unknown>>;

const callLimitMs = 30_000;
/** The API's cheapest read checks whether a block of the token is over. */
const probe: Wire = { method: "GET", path: endpoints.account.path };
const probeLimitMs = 5_000;
/** A list of tens of thousands of domains fits. */
const largestBody = 32 * 1024 * 1024;

/** Waits for a permit of the rate limiter, sends at most once, follows no redirect and never retries. */
export function createSend(transport: Transport): Send {
	const { base, limiter, log, now = () => new Date(), onCall = () => {} } = transport;
	return async (wire, given = {}) => {
		const requestId = given.requestId ?? currentTrace();
		const options = { ...given, ...(requestId !== undefined && { requestId }) };
		let permit = await ask(limiter, options);
		// The service blocked the token before this permit, and would refuse the mutation while the block lasts.
		if (permit !== "aborted" && permit.go && permit.probe && wire.method !== "GET") {
			const probed = await exchange(probe, { ...options, signal: withLimit(given.signal, probeLimitMs) });
			if (probed.blockedUntil) return { kind: "held", until: probed.blockedUntil, reason: "blocked" };
			if (probed.result.kind === "unknown") return { ...probed.result, sent: false };
			permit = await ask(limiter, options);
		}
		if (permit === "aborted") return { kind: "unknown", cause: "aborted", sent: false };
		if (!permit.go) return { kind: "held", until: permit.until, reason: permit.reason };
		if (given.sendBefore && now() >= given.sendBefore) return { kind: "unknown", cause: "aborted", sent: false };
		return (await exchange(wire, options)).result;
	};

	async function exchange(wire: Wire, options: CallOptions) {
		const started = now();
		const { result, blockMs, raw } = await call(transport, wire, options, now);
		const blockedUntil = blockMs === undefined ? undefined : new Date(now().getTime() + blockMs);
		if (blockedUntil) await limiter.blocked(blockedUntil);
		const ms = now().getTime() - started.getTime();
		const [{ method, path }, { requestId }, outcome] = [wire, options, summaryOf(result)];
		if (result.kind !== "held") onCall({ method, outcome: result.kind, milliseconds: ms });
		const { status = null, body: answer = "" } = raw ?? {};
		transport.onExchange?.({ method, path, body: wire.body, status, answer, milliseconds: ms });
		log.debug({ method, path, service: base, outcome, ms, requestId }, "called the service");
		return { result, blockedUntil };
	}
}

function withLimit(signal: AbortSignal | undefined, ms: number): AbortSignal {
	const limit = AbortSignal.timeout(ms);
	return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Throws if the limiter itself fails, because a `Result` describes only what the service did. */
async function ask(
	limiter: TokenLimiter,
	{ priority = "interactive", signal }: CallOptions,
): Promise<Awaited<ReturnType<TokenLimiter>> | "aborted"> {
	try {
		const permit = await limiter(priority, signal);
		return signal?.aborted ? "aborted" : permit;
	} catch (error) {
		if (signal?.aborted) return "aborted";
		throw error;
	}
}

async function call(
	{ base, token, dispatcher, deadline = () => AbortSignal.timeout(callLimitMs) }: Transport,
	{ method, path, body, key }: Wire,
	{ signal, requestId }: CallOptions,
	now: () => Date,
): Promise<{ result: Result<unknown>; blockMs?: number | undefined; raw?: RawAnswer }> {
	const limit = deadline();
	const signals = signal ? AbortSignal.any([limit, signal]) : limit;
	try {
		const answer = await request(`${base}${path}`, {
			method,
			headers: {
				authorization: `Bearer ${token}`,
				accept: "application/json",
				...(body !== undefined && { "content-type": "application/json" }),
				...(key !== undefined && { "idempotency-key": key }),
				...(requestId !== undefined && { "x-request-id": requestId }),
			},
			body: body ?? null,
			signal: signals,
			...(dispatcher && { dispatcher }),
		});
		const raw: RawAnswer = { status: answer.statusCode, headers: answer.headers, body: await textOf(answer.body) };
		return { result: outcomeOf(raw, now()), blockMs: blockOf(raw, now()), raw };
	} catch (error) {
		return { result: failureOf(error, { caller: signal?.aborted ?? false, deadline: limit.aborted }) };
	}
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > largestBody)
			throw Object.assign(new Error("answer too large"), { code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" });
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

function summaryOf(result: Result<unknown>): string {
	if (result.kind === "refused") return `${result.status} ${result.code}`;
	return result.kind === "unknown" ? result.cause : result.kind;
}

/** A label of a metric. `pace`: the rate limit allows no call in time; dashboards and alerts use this word. */
type PermitOutcome = "go" | "pace" | "blocked";

interface TokenLimiterOptions {
	rateLimiter: Pick<RateLimiter, "acquire" | "block">;
	/**
	 * A fingerprint of the token, never the token itself. It identifies the token's rate limits, which all processes
	 * share.
	 */
	key: string;
	now?: () => number;
	onPermit?: (permit: { priority: Priority; outcome: PermitOutcome; milliseconds: number }) => void;
	onBlock?: () => void;
}

/**
 * The bot may use a token for 7 requests a second, of which at most 3 are background work. The service allows 10, but
 * the owner's other programs may use the same token.
 */
const limits = { everyMs: 143, burst: 2, backgroundEveryMs: 334 };
const maxWaitMs = 1_500;
/**
 * Counted from the moment when the limiter asked the database. A later permit is not used: its request could coincide
 * with those of newer permits, and together they would exceed the rate.
 */
const staleMs = 500;

/** All processes share the limits. Waits up to 1.5 seconds for a permit, which allows one request. */
export function createTokenLimiter(options: TokenLimiterOptions): TokenLimiter {
	const { rateLimiter, key, now = Date.now, onPermit = () => {}, onBlock = () => {} } = options;
	const shared: RateLimit = { key, everyMs: limits.everyMs, burst: limits.burst };
	const background: RateLimit = { key: `${key}:background`, everyMs: limits.backgroundEveryMs, burst: 1 };
	// Only interactive calls may use the burst.
	const limitsOf: Record<Priority, readonly RateLimit[]> = {
		interactive: [shared],
		background: [{ ...shared, burst: 1 }, background],
	};

	const limiter = async (priority: Priority, signal?: AbortSignal): ReturnType<TokenLimiter> => {
		const began = now();
		const deadline = began + maxWaitMs;
		const report = (outcome: PermitOutcome): void => onPermit({ priority, outcome, milliseconds: now() - began });
		let probe = false;
		for (;;) {
			const requested = now();
			const permit = await rateLimiter.acquire(limitsOf[priority]);
			probe ||= permit.go && permit.probe;
			if (permit.go && now() - requested <= staleMs) {
				report("go");
				return { go: true, probe };
			}
			if (!permit.go && now() + permit.waitMs > deadline) {
				report(permit.blocked ? "blocked" : "pace");
				return { go: false, until: permit.free, reason: permit.blocked ? "blocked" : "rate_limit" };
			}
			if (!permit.go) await sleep(permit.waitMs, undefined, { signal });
		}
	};
	const blocked = async (until: Date): Promise<void> => {
		onBlock();
		await rateLimiter.block(key, Math.max(0, until.getTime() - now()));
	};
	return Object.assign(limiter, { blocked });
}
