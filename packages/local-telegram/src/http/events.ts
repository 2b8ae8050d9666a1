import type { FastifyReply } from "fastify";

export function createEventStreams() {
	const open = new Set<FastifyReply["raw"]>();
	return {
		/** `follow` returns a function, which is called when the stream ends. A HEAD request gets only the headers. */
		start(reply: FastifyReply, follow: (send: (event: string, data: unknown) => void) => () => void): void {
			const { raw, request } = reply;
			reply.hijack();
			raw.writeHead(200, {
				"content-type": "text/event-stream",
				"cache-control": "no-store",
				connection: "keep-alive",
			});
			if (request.method === "HEAD") {
				raw.end();
				return;
			}
			const end = follow((event, data) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
			open.add(raw);
			raw.once("close", () => {
				open.delete(raw);
				end();
			});
		},
		close(): void {
			for (const raw of open) raw.end();
		},
	};
}

export type EventStreams = ReturnType<typeof createEventStreams>;
