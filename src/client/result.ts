/**
 * The result of a call. No answer of the service makes a call throw.
 * - `refused`: the service answered with its own error envelope.
 * - `unknown`: no envelope arrived. If `sent` is true, the service may have executed a mutation.
 * - `held`: not sent, because the rate limiter asked to wait or the service still blocks the token.
 */
export type Result<Value> =
	| { kind: "ok"; value: Value; requestId?: string }
	| { kind: "refused"; status: number; code: string; message: string; retryAfterMs?: number; requestId?: string }
	| { kind: "unknown"; cause: Cause; sent: boolean; requestId?: string }
	| { kind: "held"; until: Date; reason: "pace" | "blocked" };

/**
 * Why a result is unknown:
 * - `unreachable`: no connection, so nothing was sent.
 * - `reset`: the connection broke.
 * - `not_service`: HTML, no envelope, half a body, or a success without the requested data.
 * - `redirect`: the answer was a redirect, which the client never follows.
 * - `timeout`: no answer in 30 seconds.
 * - `aborted`: the caller aborted the call, or its time limit `sendBefore` passed.
 * - `too_large`: the body exceeds 32 MiB.
 */
export type Cause = "unreachable" | "reset" | "timeout" | "aborted" | "redirect" | "not_service" | "too_large";

export type Priority = "interactive" | "background";

/**
 * A rate limiter, called before each request to the service. `go: true` permits one immediate request. `probe` marks
 * the first permit after the service blocked the token. If the permit is for a mutation, the client first makes a cheap
 * read, to see if the block is over.
 */
export interface TokenLimiter {
	(
		priority: Priority,
		signal?: AbortSignal,
	): Promise<{ go: true; probe?: boolean } | { go: false; until: Date; reason: "pace" | "blocked" }>;
	/** Reports that the service answered 429. No request is sent before `until` (this process's clock). */
	blocked(until: Date): Promise<void>;
}

/** Options of one call. `priority` defaults to interactive. `requestId` is sent as `X-Request-Id` and logged. */
export interface CallOptions {
	priority?: Priority;
	signal?: AbortSignal;
	requestId?: string;
	/**
	 * The call must not be sent at this time or later, by this process's clock. Another process may have taken over the
	 * work by then.
	 */
	sendBefore?: Date;
}

/**
 * Parses the value of a successful result with `read`. If `read` returns null, the requested data is missing, and the
 * result becomes `unknown`. Other results stay unchanged.
 */
export function map<From, To>(result: Result<From>, read: (value: From) => To | null): Result<To> {
	if (result.kind !== "ok") return result;
	const { value: raw, ...rest } = result;
	const value = read(raw);
	return value === null ? { ...rest, kind: "unknown", cause: "not_service", sent: true } : { ...rest, value };
}
