/**
 * `GET /calls?after=N`: the calls with a number above N, oldest first. The server keeps the latest 2,000, with the
 * calls to other services that the bot reports.
 */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** As the bot sent them, with masked tokens. A file is shown as its name and size. */
	params: Record<string, unknown>;
	status: number;
	ok: boolean;
	/** A test planned the failure. Telegram would not refuse the call. */
	fault?: boolean;
	description?: string;
	ms: number;
	/** Absent for a call of the Bot API. */
	service?: string;
	/** Tokens are masked. Absent for the Bot API. */
	answer?: unknown;
}

/** The bot's program reports it with `telegram.record()`. */
export interface ServiceCall extends Pick<CallView, "method" | "params" | "answer" | "ms"> {
	service: string;
	/** Null if the service did not answer. */
	status: number | null;
}

/**
 * `GET /refusals`: refused calls, and accepted calls that contain a likely mistake. `DELETE /refusals` empties the
 * list.
 */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView extends Pick<CallView, "n" | "at_ms" | "method" | "params"> {
	/** Telegram's error text, or the likely mistake of an accepted call, such as an unknown field. */
	description: string;
}
