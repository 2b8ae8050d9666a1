/** An answer of the built-in service. */
export interface Answer {
	status: number;
	headers: Headers;
	/** The parsed body. `text` is the unparsed one. */
	body: { status: boolean; result?: unknown; error?: { code: string; message: string } };
	text: string;
}
