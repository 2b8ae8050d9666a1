export interface RefusalParameters {
	retry_after?: number;
	migrate_to_chat_id?: number;
}

/** Telegram's HTTP status, exact `description` and `parameters`. */
export class Refusal extends Error {
	override readonly name = "Refusal";
	readonly status: number;
	readonly parameters: RefusalParameters;

	constructor(status: number, description: string, parameters: RefusalParameters = {}) {
		super(description);
		this.status = status;
		this.parameters = parameters;
	}
}

/**
 * `message` is an error text of TDLib. Its first letter becomes lower case, as in the Bot API server
 * (Client::fail_query_with_error).
 */
export function badRequest(message: string, parameters?: RefusalParameters): Refusal {
	return new Refusal(400, `Bad Request: ${lowered(message)}`, parameters);
}

export function forbidden(message: string): Refusal {
	return new Refusal(403, `Forbidden: ${lowered(message)}`);
}

export function conflict(message: string): Refusal {
	return new Refusal(409, `Conflict: ${message}`);
}

export function tooManyRequests(seconds: number): Refusal {
	return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

/** Error constants such as `BUTTON_DATA_INVALID` stay unchanged. */
function lowered(message: string): string {
	return /^.[A-Z_]/.test(message) ? message : message.charAt(0).toLowerCase() + message.slice(1);
}
