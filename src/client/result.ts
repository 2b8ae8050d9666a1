/**
 * The result of a call. `refused` is the service's own error envelope, nothing else. Anything but an envelope is
 * `unknown`, and an unknown mutation may have run. `held` was not sent, because the rate limiter asked to wait. No
 * answer throws.
 */
export type Result<Value> =
	| { kind: "ok"; value: Value; requestId?: string }
	| { kind: "refused"; status: number; code: string; message: string; retryAfterMs?: number; requestId?: string }
	| { kind: "unknown"; cause: Cause; sent: boolean; requestId?: string }
	| { kind: "held"; until: Date; reason: "pace" | "blocked" };

/**
 * Why an answer is unknown. `unreachable`: no connection, so nothing was sent. `reset`: the connection broke.
 * `not_service`: HTML, no envelope, half a body, or a success without the requested data. `redirect`: never followed.
 * `timeout`: our 30 seconds. `aborted`: the caller's signal.
 */
export type Cause = "unreachable" | "reset" | "timeout" | "aborted" | "redirect" | "not_service" | "too_large";

export type Priority = "interactive" | "background";

/**
 * Called before each request to the service. `go` allows one immediate request. With `probe`, the first permit after a
 * block, that should be a cheap read.
 */
export interface TokenLimiter {
	(
		priority: Priority,
		signal?: AbortSignal,
	): Promise<{ go: true; probe?: boolean } | { go: false; until: Date; reason: "pace" | "blocked" }>;
	/** The service answered 429: no request is sent before `until` (this process's clock). */
	blocked(until: Date): Promise<void>;
}

/** `priority` defaults to interactive. `requestId` is sent as `X-Request-Id` and logged. */
export interface CallOptions {
	priority?: Priority;
	signal?: AbortSignal;
	requestId?: string;
	/** Not sent from this time on (this process's clock): another process may have taken over. */
	sendBefore?: Date;
}

/**
 * Maps the value of a result. If `read` returns null, the requested data is missing and the result is unknown, which is
 * not the same as empty.
 */
export function map<From, To>(result: Result<From>, read: (value: From) => To | null): Result<To> {
	if (result.kind !== "ok") return result;
	const { value: raw, ...rest } = result;
	const value = read(raw);
	return value === null ? { ...rest, kind: "unknown", cause: "not_service", sent: true } : { ...rest, value };
}
