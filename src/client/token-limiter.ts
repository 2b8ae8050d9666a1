import { setTimeout as sleep } from "node:timers/promises";
import type { RateLimit, RateLimiter } from "../postgres/rate-limiter.ts";

export type Priority = "interactive" | "background";

/**
 * Asked before each call of the service. Waits a little for its turn; `go` is good for a call made at once, and for a
 * cheap one where it is a `probe`: the first after a block.
 */
export interface TokenLimiter {
	(
		priority: Priority,
		signal?: AbortSignal,
	): Promise<{ go: true; probe: boolean } | { go: false; until: Date; reason: "pace" | "blocked" }>;
	/** The service refused with 429: nobody calls before `until`, by this process's own clock. */
	blocked(until: Date): Promise<void>;
}

interface TokenLimiterOptions {
	pace: Pick<RateLimiter, "acquire" | "block">;
	/** Stands for the token in the shared table: a fingerprint, never the token. */
	key: string;
	now?: () => number;
	/** Told of each turn that was asked for: how long that took, and what came of it. */
	onPermit?: (permit: { priority: Priority; outcome: "go" | "pace" | "blocked"; milliseconds: number }) => void;
	/** Told of each refusal of the service. */
	onBlock?: () => void;
}

/** 10 a second are allowed; the owner's own programs may use the same token. */
const limits = { everyMs: 143, burst: 2, backgroundEveryMs: 334 };
const patienceMs = 1_500;
/** A turn that took longer to arrive may come together with later ones. */
const staleMs = 500;

/** The pace of one token, over all processes. */
export function createTokenLimiter({
	pace,
	key,
	now = Date.now,
	onPermit = () => {},
	onBlock = () => {},
}: TokenLimiterOptions): TokenLimiter {
	const shared: RateLimit = { key, everyMs: limits.everyMs, burst: limits.burst };
	const background: RateLimit = { key: `${key}:background`, everyMs: limits.backgroundEveryMs, burst: 1 };
	// The burst is for people: what runs in the background goes only when nobody is ahead of the even pace.
	const limitsOf: Record<Priority, readonly RateLimit[]> = {
		interactive: [shared],
		background: [{ ...shared, burst: 1 }, background],
	};

	const limiter = async (priority: Priority, signal?: AbortSignal): ReturnType<TokenLimiter> => {
		const began = now();
		const deadline = began + patienceMs;
		const report = (outcome: "go" | "pace" | "blocked"): void =>
			onPermit({ priority, outcome, milliseconds: now() - began });
		let probe = false;
		for (;;) {
			const asked = now();
			const permit = await pace.acquire(limitsOf[priority]);
			probe ||= permit.go && permit.probe;
			if (permit.go && now() - asked <= staleMs) {
				report("go");
				return { go: true, probe };
			}
			if (!permit.go && now() + permit.waitMs > deadline) {
				const reason = permit.blocked ? "blocked" : "pace";
				report(reason);
				return { go: false, until: permit.free, reason };
			}
			if (!permit.go) await sleep(permit.waitMs, undefined, { signal });
		}
	};
	const blocked = async (until: Date): Promise<void> => {
		onBlock();
		await pace.block(key, Math.max(0, until.getTime() - now()));
	};
	return Object.assign(limiter, { blocked });
}
