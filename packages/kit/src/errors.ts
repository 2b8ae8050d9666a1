/**
 * The code of an `AppError`. Codes are stable, because user interfaces, tests and logs use them. The service's codes
 * for API errors are in `contract/problems.ts`.
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
	| "conflict"
	| "invalid_input";

/**
 * An error that callers in other folders recognize by its `code`. `details` are plain values that may be logged, never
 * secrets.
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

/** True for an `AppError`. If `code` is given, the error must have it. */
export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
	return error instanceof AppError && (code === undefined || error.code === code);
}
