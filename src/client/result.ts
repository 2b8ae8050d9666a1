/**
 * What came of a call. `refused` is the service's own error envelope and nothing else; everything that is neither that
 * nor a success envelope is `unknown`, and a mutation that is unknown may have run. `held` never left: the pace said
 * wait. Nothing is thrown for an answer.
 */
export type Result<Value> =
	| { kind: "ok"; value: Value; requestId?: string }
	| { kind: "refused"; status: number; code: string; message: string; retryAfterMs?: number; requestId?: string }
	| { kind: "unknown"; cause: Cause; sent: boolean; requestId?: string }
	| { kind: "held"; until: Date; reason: "pace" | "blocked" };

/**
 * Why an answer is unknown. `unreachable`: no connection, so nothing was sent. `reset`: the connection broke.
 * `not_service`: HTML, no envelope, half a body, a success without what was asked for. `redirect`: never followed.
 * `timeout` is our 30 seconds, `aborted` the caller's own signal.
 */
export type Cause = "unreachable" | "reset" | "timeout" | "aborted" | "redirect" | "not_service" | "too_large";

export type Priority = "interactive" | "background";

/** Asked before every call; `blocked` is told when the service answers 429. `probe`: the first call after that. */
export interface TokenLimiter {
	(
		priority: Priority,
		signal?: AbortSignal,
	): Promise<{ go: true; probe?: boolean } | { go: false; until: Date; reason: "pace" | "blocked" }>;
	blocked(until: Date): Promise<void>;
}

/** `lane` is interactive unless given. `requestId` travels as `X-Request-Id` and stands in the log line. */
export interface CallOptions {
	priority?: Priority;
	signal?: AbortSignal;
	requestId?: string;
	/** Not sent from then on, by this process's own clock: whoever was held up for so long is no longer the one to send. */
	sendBefore?: Date;
}

/**
 * The same result with its value read into our shape. Null from `read`: what was asked for is not in the answer, so
 * nothing is known, least of all that there is none of it.
 */
export function map<From, To>(result: Result<From>, read: (value: From) => To | null): Result<To> {
	if (result.kind !== "ok") return result;
	const { value: came, ...rest } = result;
	const value = read(came);
	return value === null ? { ...rest, kind: "unknown", cause: "not_service", sent: true } : { ...rest, value };
}
