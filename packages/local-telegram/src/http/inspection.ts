import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Calls } from "../calls.ts";
import type { Faults } from "../faults.ts";
import * as requests from "../protocol.ts";
import { read } from "./bot-api.ts";

export function inspectionRoutes(app: FastifyInstance, { calls, faults }: { calls: Calls; faults: Faults }): void {
	app.get("/calls", async (request: FastifyRequest<{ Querystring: { after?: string } }>) => {
		const after = Number(request.query.after ?? 0) || 0;
		return { calls: calls.calls.filter((call) => call.n > after) };
	});

	app.get("/refusals", async () => ({ refusals: calls.refusals }));
	app.delete("/refusals", async () => {
		calls.refusals.length = 0;
		return {};
	});

	app.post("/faults", async (request) => {
		faults.add(read(requests.fault, request.body));
		return {};
	});
	app.delete("/faults", async () => {
		faults.clear();
		return {};
	});
	app.post("/faults/redeliver", async (request) => {
		faults.redeliver(read(requests.redeliver, request.body).count);
		return {};
	});
}

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
