/** `GET /calls?after=N`: the bot's calls of the Bot API, oldest first. */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** As received, with tokens masked and files given by size. */
	params: Record<string, unknown>;
	status: number;
	/** False if Telegram would have refused the call: shown in red. */
	ok: boolean;
	/** True for a fault that a test asked for. */
	fault?: boolean;
	description?: string;
	ms: number;
}

/** `GET /refusals`: refused calls and oddities in others; `DELETE` clears them. */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView {
	/** Number of the call. */
	n: number;
	at_ms: number;
	method: string;
	/** The error description, or the oddity: an unknown method, parameter or field. */
	description: string;
	params: Record<string, unknown>;
}

/** `POST /faults`: faults for the next calls of a method; `DELETE` removes pending ones. */
export interface Fault {
	/** `*` means every method. */
	method: string;
	/** The number of affected calls; default 1. */
	times?: number;
	/** Milliseconds before the call runs. */
	delay?: number;
	/** The status to answer instead of running the call. */
	status?: number;
	description?: string;
	/** Seconds, with status 429. */
	retryAfter?: number;
	/** Destroys the socket before or after the call runs. */
	cut?: "before" | "after";
}

/** `POST /faults/redeliver`: delivers the next updates twice. */
export interface Redeliver {
	count?: number;
}
