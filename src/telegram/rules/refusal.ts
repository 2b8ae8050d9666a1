export interface RefusalParameters {
	retry_after?: number;
	migrate_to_chat_id?: number;
}

/** A call that Telegram answers with `ok: false`: the status, the exact `description` and the `parameters`. */
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
 * 400 with TDLib's message; the first letter is lower case, as in the Bot API server (Client::fail_query_with_error).
 */
export function badRequest(words: string, parameters?: RefusalParameters): Refusal {
	return new Refusal(400, `Bad Request: ${lowered(words)}`, parameters);
}

export function forbidden(words: string): Refusal {
	return new Refusal(403, `Forbidden: ${lowered(words)}`);
}

export function conflict(words: string): Refusal {
	return new Refusal(409, `Conflict: ${words}`);
}

export function tooManyRequests(seconds: number): Refusal {
	return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

/** A server constant (`BUTTON_DATA_INVALID`) keeps its capitals. */
function lowered(words: string): string {
	return /^.[A-Z_]/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
