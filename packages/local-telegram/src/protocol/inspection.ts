/**
 * The answer to `GET /calls?after=N`: the calls with a number above N, oldest first. The server keeps the latest 2,000
 * calls. They include calls to services other than Telegram, which the bot reports.
 */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** The parameters as the bot sent them. Tokens are masked. A file is shown as its name and size. */
	params: Record<string, unknown>;
	status: number;
	/** False if the call failed. The chat page shows failed calls in red. */
	ok: boolean;
	/**
	 * True if the call failed because of a fault (a simulated failure) that a test planned. Telegram would not refuse the
	 * call.
	 */
	fault?: boolean;
	description?: string;
	ms: number;
	/** The name of the called service. Absent for a call of the Bot API. */
	service?: string;
	/** The service's answer, with tokens masked. Absent for the Bot API. */
	answer?: unknown;
}

/** A call of the bot to a service other than Telegram. The bot's program reports it with `telegram.record()`. */
export interface ServiceCall extends Pick<CallView, "method" | "params" | "answer" | "ms"> {
	service: string;
	/** The HTTP status. Null if the service did not answer. */
	status: number | null;
}

/**
 * The answer to `GET /refusals`: refused calls, and accepted calls that contain a likely mistake. `DELETE /refusals`
 * empties the list.
 */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView extends Pick<CallView, "n" | "at_ms" | "method" | "params"> {
	/**
	 * The error text of a refused call. In an accepted call, the likely mistake, such as an unknown parameter or field.
	 */
	description: string;
}
