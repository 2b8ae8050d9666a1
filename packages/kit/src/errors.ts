/**
 * Stable, because user interfaces, tests and logs use it. The service's codes for API errors are in
 * `contract/problems.ts`.
 */
export type ErrorCode =
	| "config_invalid"
	| "data_dir_unusable"
	| "database_unavailable"
	| "port_in_use"
	| "already_running"
	| "secret_unreadable"
	| "telegram_token_refused"
	| "another_bot"
	| "another_registrar"
	| "conflict"
	| "invalid_input";

/**
 * Callers in other folders recognize it by its `code`. `details` are plain values that may be logged, never secrets.
 */
export class AppError extends Error {
	override readonly name = "AppError";
	readonly code: ErrorCode;
	readonly details: Readonly<Record<string, unknown>>;

	constructor(code: ErrorCode, message: string, options: ErrorOptions & { details?: Record<string, unknown> } = {}) {
		super(message, options);
		this.code = code;
		this.details = options.details ?? {};
	}
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
	return error instanceof AppError && (code === undefined || error.code === code);
}

const neverConnectedCodes: ReadonlySet<unknown> = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"UND_ERR_CONNECT_TIMEOUT",
]);

/**
 * True if no connection existed, so that no byte of the request was sent. Any system call that opens a connection proves
 * it. Without that, a code such as `EHOSTUNREACH` does not: an open connection reports it too, after the request.
 */
export function neverConnected(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverConnected);
	if (!("code" in error)) return neverConnected(error.cause);
	const opens = "syscall" in error && (error.syscall === "connect" || error.syscall === "getaddrinfo");
	return opens || neverConnectedCodes.has(error.code);
}
