export interface Answer {
	status: number;
	headers: Headers;
	/** `text` is unparsed. */
	body: { status: boolean; result?: unknown; error?: { code: string; message: string } };
	text: string;
}
