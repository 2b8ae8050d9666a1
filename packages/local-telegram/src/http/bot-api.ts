import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Core } from "../core.ts";
import { type Answer, type Dispatch, refused } from "../dispatch.ts";
import { maxUpload } from "../rules/files.ts";
import { badRequest, Refusal } from "../rules/refusal.ts";
import { readCall } from "./call.ts";

type BotRequest = FastifyRequest<{ Params: { token: string; method: string } }>;

/** In bytes: one file of the maximum size, and 1 MiB for the other parameters. */
export const bodyLimit = maxUpload + 1024 * 1024;

/** All errors are in the Bot API's JSON format. */
export function botApi(app: FastifyInstance, deps: { core: Core; token: string; dispatch: Dispatch }): void {
	const { core, token, dispatch } = deps;

	app.removeAllContentTypeParsers();
	app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit }, (_request, body, done) => done(null, body));
	app.setErrorHandler((error, _request, reply) => answer(reply, refused(asRefusal(core, error))));

	app.route({
		method: ["GET", "POST"],
		url: "/bot:token/:method",
		bodyLimit,
		handler: async (request: BotRequest, reply) => {
			checkToken(request.params.token, token);
			const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
			const query = request.url.split("?")[1] ?? "";
			const call = readCall(request.params.method, query, request.headers["content-type"] ?? "", body);
			return answer(reply, await dispatch(call, disconnectSignal(reply)));
		},
	});

	app.get("/file/bot:token/*", async (request: FastifyRequest<{ Params: { token: string; "*": string } }>, reply) => {
		checkToken(request.params.token, token);
		const row = core.state.files.rows().find((each) => each.path === request.params["*"]);
		const bytes = row === undefined ? undefined : core.blobs.get(row.uniqueId);
		if (bytes === undefined) throw new Refusal(404, "Not Found");
		return reply.type("application/octet-stream").send(bytes);
	});
}

function checkToken(given: string, token: string): void {
	if (!given.includes(":")) throw new Refusal(404, "Not Found");
	if (given !== token) throw new Refusal(401, "Unauthorized");
}

function disconnectSignal(reply: FastifyReply): AbortSignal {
	const disconnected = new AbortController();
	reply.raw.once("close", () => disconnected.abort());
	return disconnected.signal;
}

function answer(reply: FastifyReply, { status, body, cut }: Answer): FastifyReply {
	if (cut === true) {
		reply.hijack();
		reply.raw.destroy();
		return reply;
	}
	const wait = body.ok ? undefined : body.parameters?.retry_after;
	if (wait !== undefined) reply.header("retry-after", String(wait));
	return reply.code(status).send(body);
}

function asRefusal(core: Core, error: unknown): Refusal {
	if (error instanceof Refusal) return error;
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal(413, "Request Entity Too Large");
	const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
	if (status < 500) return badRequest(error instanceof Error ? error.message : "unreadable request");
	core.log.error({ error }, "the local Telegram failed");
	return new Refusal(500, "Internal Server Error");
}
