import { setTimeout as sleep } from "node:timers/promises";
import type { RateLimit, RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Priority, TokenLimiter } from "./result.ts";

/**
 * The outcome of a request for a permit, as a label of a metric. `pace`: the rate limit allows no call in time. The
 * rate limit is still called `pace` here, because dashboards and alerts use the label.
 */
type PermitOutcome = "go" | "pace" | "blocked";

interface TokenLimiterOptions {
	rateLimiter: Pick<RateLimiter, "acquire" | "block">;
	/**
	 * A fingerprint of the token, never the token itself. It identifies the token's rate limits in the database table
	 * that all processes share.
	 */
	key: string;
	now?: () => number;
	/** Called after each request for a permit, with its duration and outcome. */
	onPermit?: (permit: { priority: Priority; outcome: PermitOutcome; milliseconds: number }) => void;
	/** Called for each 429 of the service. */
	onBlock?: () => void;
}

/**
 * How fast the bot may use one token: 7 requests a second, of which at most 3 are background work. The service allows
 * 10, but the owner's other programs may use the same token.
 */
const limits = { everyMs: 143, burst: 2, backgroundEveryMs: 334 };
const maxWaitMs = 1_500;
/**
 * Maximum age of a permit in milliseconds, counted from the moment when the limiter asked the database for it. A permit
 * that arrives later is not used, and the limiter asks for another one. A request with an old permit could coincide
 * with requests that have newer permits, and together they would exceed the rate.
 */
const staleMs = 500;

/**
 * Creates the rate limiter of one token. All processes share its limits. The limiter waits up to 1.5 seconds for a
 * permit, which allows one request.
 */
export function createTokenLimiter(options: TokenLimiterOptions): TokenLimiter {
	const { rateLimiter, key, now = Date.now, onPermit = () => {}, onBlock = () => {} } = options;
	const shared: RateLimit = { key, everyMs: limits.everyMs, burst: limits.burst };
	const background: RateLimit = { key: `${key}:background`, everyMs: limits.backgroundEveryMs, burst: 1 };
	// Only interactive calls may use the burst. Background calls get permits at an even rate.
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
