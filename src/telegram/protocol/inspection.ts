/** The answer of `GET /calls?after=N`: the bot's calls of the Bot API after number N, oldest first. */
export interface CallsView {
	calls: CallView[];
}

export interface CallView {
	n: number;
	at_ms: number;
	method: string;
	/** The parameters as received. Tokens are masked, and files are given by their size. */
	params: Record<string, unknown>;
	status: number;
	/** False if the call was refused. The page shows it in red. */
	ok: boolean;
	/** True if the refusal is a planned fault. */
	fault?: boolean;
	description?: string;
	ms: number;
}

/** The answer of `GET /refusals`: refused calls, and accepted calls with something odd. `DELETE` clears the list. */
export interface RefusalsView {
	refusals: RefusalView[];
}

export interface RefusalView extends Pick<CallView, "n" | "at_ms" | "method" | "params"> {
	/** The error description, or what is odd: an unknown parameter or field. */
	description: string;
}
