/**
 * The answer of `GET /calls?after=N`: the calls after number N, oldest first, of the latest 2,000. They are calls of
 * the Bot API, and calls to other services that the host reports.
 */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** The parameters as received. Tokens are masked. A file is given by its name and size. */
	params: Record<string, unknown>;
	status: number;
	/** False if the call was refused. The page shows it in red. */
	ok: boolean;
	/** True if the refusal is a planned fault. */
	fault?: boolean;
	description?: string;
	ms: number;
	/** The name of the called service; absent for the Bot API. */
	service?: string;
	/** The answer of that service, with tokens masked. */
	answer?: unknown;
}

/** A call of the bot to a service other than the Bot API, as its host reports it. */
export interface ServiceCall extends Pick<CallView, "method" | "params" | "answer" | "ms"> {
	service: string;
	/** Null if no answer came. */
	status: number | null;
}

/** The answer of `GET /refusals`: refused calls, and accepted calls with something odd. `DELETE` clears the list. */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView extends Pick<CallView, "n" | "at_ms" | "method" | "params"> {
	/** The description of the refusal, or what is odd, such as an unknown parameter or field. */
	description: string;
}
