import { setTimeout as sleep } from "node:timers/promises";
import type { RateLimit, RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Priority, TokenLimiter } from "./result.ts";

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
