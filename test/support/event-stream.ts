/** Until `signal` aborts. Rejects if the stream cannot be opened. */
export async function followEvents(
	url: string,
	signal: AbortSignal,
	take: (event: string, data: unknown) => void,
): Promise<void> {
	const response = await fetch(url, { signal });
	if (!response.ok || response.body === null) throw new Error(`${url}: ${response.status} ${await response.text()}`);
	void read(response.body.pipeThrough(new TextDecoderStream()), take).catch((error: unknown) => {
		// The stream also breaks when the server stops. A test that still waits for an event then fails with its own
		// message.
		if (!signal.aborted && !isHangUp(error)) throw error;
	});
}

const isHangUp = (error: unknown): boolean => error instanceof TypeError;

async function read(chunks: ReadableStream<string>, take: (event: string, data: unknown) => void): Promise<void> {
	let text = "";
	for await (const chunk of chunks) {
		text += chunk;
		const events = text.split("\n\n");
		text = events.pop() ?? "";
		for (const event of events) {
			const name = /^event: (.*)$/m.exec(event)?.[1] ?? "message";
			const data = /^data: (.*)$/m.exec(event)?.[1];
			if (data !== undefined) take(name, JSON.parse(data));
		}
	}
}
