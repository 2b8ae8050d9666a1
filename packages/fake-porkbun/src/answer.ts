import type { Account, Clock, State } from "./state.ts";

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

export interface Answer {
	status: number;
	body: Record<string, unknown>;
	headers?: Record<string, string>;
}

export interface Options {
	/** `3.0` is the stored description. `later` adds dry runs, requirements, sandbox keys and the monthly limit. */
	edition: "3.0" | "later";
	/** `odd` writes numbers as strings where testers saw it, `described` as the description says. */
	forms: "odd" | "described";
	/** What happens to a TTL below the minimum. The description does not say it, and testers saw both. */
	lowTtl: "raise" | "refuse";
	/** Which answers an idempotency key stores. The description does not say it. */
	idempotency: "all" | "successes";
	/** The status of a used up limit. The description has all three. */
	limitStatus: 200 | 400 | 429;
	/** More requests in one second get HTML with 503. Null means no such limit. */
	requestsPerSecond: number | null;
}

/** One call with a proved account. */
export interface Call {
	state: State;
	account: Account;
	options: Options;
	clock: Clock;
	/** The parts of the path behind the name of the call, decoded, in lower case. */
	path: readonly string[];
	/** The body, or the query of a GET, without the keys. */
	input: Readonly<Record<string, unknown>>;
	idempotencyKey: string | null;
	window(name: LimitName): Window;
	nextId(): number;
}

export function succeed(body: Record<string, unknown> = {}): Answer {
	return { status: 200, body: { status: "SUCCESS", ...body } };
}

export function refuse(code: string, message: string, status = 400): Answer {
	return { status, body: { status: "ERROR", code, message } };
}

export function refuseLimit({ clock, options, window }: Call, name: LimitName): Answer {
	const now = clock.now();
	const used = window(name);
	const message = "Rate limit exceeded. Try again later.";
	const body = { status: "ERROR", code: "RATE_LIMIT_EXCEEDED", message, ttlRemaining: used.remainingSeconds(now) };
	return { status: options.limitStatus, body, headers: used.headers(now) };
}

/** Dollars with two decimals, as the API writes prices. */
export function dollars(cents: number): string {
	return (cents / 100).toFixed(2);
}

/** Reads a number that callers send as an integer or as its text. */
export function integer(value: unknown): number | undefined {
	const text = typeof value === "number" ? `${value}` : value;
	return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Writes an integer as testers saw it, or as the description says. */
export function odd({ options }: Pick<Call, "options">, value: number): number | string {
	return options.forms === "odd" ? `${value}` : value;
}
