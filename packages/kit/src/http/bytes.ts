import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";

export interface BytesRequest {
	/** Letters, digits, `-` and `_`. Any other path gets 404. */
	key: string;
	headers: IncomingHttpHeaders;
	bytes: Uint8Array;
}

export interface BytesAnswer {
	status: number;
	body?: Record<string, unknown>;
}

export function addBytesRoute(
	app: FastifyInstance,
	path: string,
	handle: (request: BytesRequest) => Promise<BytesAnswer>,
	{ bodyLimit = 64 * 1024 } = {},
): void {
	void app.register((scope, _options, done) => {
		scope.removeAllContentTypeParsers();
		scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, async (_request: unknown, body: unknown) => body);
		scope.post<{ Params: { key: string } }>(`${path}/:key`, { bodyLimit }, async (request, reply) => {
			const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			const { key } = request.params;
			if (!/^[\w-]+$/.test(key)) return reply.callNotFound();
			const { status, body = {} } = await handle({ key, headers: request.headers, bytes });
			return reply.code(status).send(body);
		});
		done();
	});
}
