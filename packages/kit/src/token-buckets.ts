/** Limits the rate of each key with a token bucket. */
export interface TokenBuckets<Key> {
	/**
	 * Counts one call. `at`: the time in milliseconds.
	 * - `go`: the call is within the limit.
	 * - `warn`: the call is above the limit, and the caller must be warned.
	 * - `drop`: the call is above the limit, and the caller has already been warned. The next warning is due only after
	 *   the bucket has become half full again.
	 */
	take(key: Key, at: number): "go" | "warn" | "drop";
	size(): number;
}

interface TokenBucket {
	remaining: number;
	at: number;
	warned: boolean;
}

interface Limits {
	perMinute: number;
	/** How many calls a full bucket allows at once; by default those of one minute. */
	burst?: number;
	mostKeys: number;
}

/** Creates token buckets. If there are `mostKeys` buckets already, a new one replaces the least recently used one. */
export function createTokenBuckets<Key>({ perMinute, burst = perMinute, mostKeys }: Limits): TokenBuckets<Key> {
	const buckets = new Map<Key, TokenBucket>();
	const perMs = perMinute / 60_000;
	return {
		take(key, at) {
			const { warned, ...before } = buckets.get(key) ?? { remaining: burst, at, warned: false };
			const filled = Math.min(burst, before.remaining + Math.max(0, at - before.at) * perMs);
			const isWithin = filled >= 1;
			const isStillWarned = warned && filled < Math.max(1, burst / 2);
			buckets.delete(key);
			const [oldest] = buckets.keys();
			if (buckets.size >= mostKeys && oldest !== undefined) buckets.delete(oldest);
			buckets.set(key, { remaining: isWithin ? filled - 1 : filled, at, warned: !isWithin || isStillWarned });
			return isWithin ? "go" : isStillWarned ? "drop" : "warn";
		},
		size: () => buckets.size,
	};
}
