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

export interface RefusalView extends Pick<CallView, "n" | "at_ms" | "method" | "params"> {
	/** The error description, or the oddity: an unknown method, parameter or field. */
	description: string;
}
