/** How often each limited call may be made: `limit` times in `seconds`. */
export interface Limit {
	limit: number;
	seconds: number;
}

export type LimitName = "check" | "createAttempt" | "createSuccess" | "renewAttempt" | "renewSuccess";

/** The defaults of the description. An account may have others, so a caller reads them from the answers. */
export const defaultLimits: Readonly<Record<LimitName, Limit>> = {
	check: { limit: 1, seconds: 10 },
	createAttempt: { limit: 1, seconds: 10 },
	createSuccess: { limit: 10, seconds: 86_400 },
	renewAttempt: { limit: 1, seconds: 10 },
	renewSuccess: { limit: 25, seconds: 86_400 },
};

/** A fixed window: it opens with the first use and closes `seconds` later. */
export class Window {
	readonly #limit: Limit;
	#opened = Number.NEGATIVE_INFINITY;
	#used = 0;

	constructor(limit: Limit) {
		this.#limit = limit;
	}

	/** Returns false, and counts nothing, if the window is used up. */
	take(now: number): boolean {
		if (this.isFull(now)) return false;
		if (this.#used === 0) this.#opened = now;
		this.#used += 1;
		return true;
	}

	isFull(now: number): boolean {
		if (now >= this.#opened + this.#limit.seconds * 1_000) this.#used = 0;
		return this.#used >= this.#limit.limit;
	}

	remainingSeconds(now: number): number {
		return Math.max(0, Math.ceil((this.#opened + this.#limit.seconds * 1_000 - now) / 1_000));
	}

	/** The object `limits` of an answer. */
	show(): { TTL: number; limit: number; used: number; naturalLanguage: string } {
		const { limit, seconds } = this.#limit;
		const naturalLanguage = `${this.#used} of ${limit} within ${seconds} seconds used.`;
		return { TTL: seconds, limit, used: this.#used, naturalLanguage };
	}

	headers(now: number): Record<string, string> {
		return {
			"X-RateLimit-Limit": `${this.#limit.limit}`,
			"X-RateLimit-Remaining": `${Math.max(0, this.#limit.limit - this.#used)}`,
			"X-RateLimit-Reset": `${Math.ceil(now / 1_000) + this.remainingSeconds(now)}`,
		};
	}
}
