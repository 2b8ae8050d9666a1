import { request } from "undici";

/** Until `signal` aborts. Rejects if the stream cannot be opened. */
export async function followEvents(
	url: string,
	signal: AbortSignal,
	take: (event: string, data: unknown) => void,
): Promise<void> {
	const { statusCode, body } = await request(url, { signal });
	if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${await body.text()}`);
	void read(body.setEncoding("utf8"), take).catch((error: unknown) => {
		// The stream also breaks when the server stops. A test that still waits for an event then fails with its own
		// message.
		if (!signal.aborted && !isHangUp(error)) throw error;
	});
}

/** Errors of the connection have a code. */
const isHangUp = (error: unknown): boolean => error instanceof Error && "code" in error;

async function read(chunks: AsyncIterable<string>, take: (event: string, data: unknown) => void): Promise<void> {
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
