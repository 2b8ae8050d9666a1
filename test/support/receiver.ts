import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "./port.ts";

export interface Delivered {
	headers: IncomingHttpHeaders;
	bytes: Buffer;
}

export interface Receiver extends AsyncDisposable {
	origin: string;
	url: string;
	/** Oldest first. */
	received: Delivered[];
	/** The oldest POST that no earlier call has returned, or the next one. */
	next(): Promise<Delivered>;
	answer: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Answers 200 unless the test replaces `answer`. */
export async function createReceiver(): Promise<Receiver> {
	const received: Delivered[] = [];
	const waiting: ((delivered: Delivered) => void)[] = [];
	let taken = 0;
	const server = createServer(async (request, response) => {
		const bytes = Buffer.concat(await request.toArray());
		received.push({ headers: request.headers, bytes });
		receiver.answer(request, response);
		waiting.shift()?.(received[taken++] ?? { headers: request.headers, bytes });
	});
	const origin = `http://127.0.0.1:${await listenLocally(server)}`;
	const receiver: Receiver = {
		origin,
		url: `${origin}/events`,
		received,
		next() {
			const first = received[taken];
			if (first) {
				taken += 1;
				return Promise.resolve(first);
			}
			return new Promise((resolve) => waiting.push(resolve));
		},
		answer: (_request, response) => void response.writeHead(200).end("ok"),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return receiver;
}
