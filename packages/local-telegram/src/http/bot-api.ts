import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Core } from "../core.ts";
import { type Answer, type Call, type Dispatch, refused } from "../dispatch.ts";
import type { UploadedFile } from "../methods/method.ts";
import { Problem } from "../person/chat-access.ts";
import { isObject, parseJson } from "../rules/fields.ts";
import { maxUpload } from "../rules/files.ts";
import { badRequest, Refusal } from "../rules/refusal.ts";

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

/** The body may be JSON, URL-encoded or multipart, as Telegram allows. */
function readCall(method: string, query: string, contentType: string, body: Buffer): Call {
	const values = new Map(new URLSearchParams(query));
	const shown = new Map<string, unknown>(values);
	const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
	if (type === "application/json" && body.length > 0) {
		for (const [name, value] of Object.entries(jsonBody(body))) {
			shown.set(name, value);
			values.set(name, asText(value));
		}
	} else if (type === "application/x-www-form-urlencoded") {
		for (const [name, value] of new URLSearchParams(body.toString("utf8"))) set(name, value);
	} else if (type === "multipart/form-data") {
		const form = readMultipart(contentType, body);
		for (const [name, value] of form.values) set(name, value);
		for (const [name, file] of form.files) shown.set(name, `${file.name} (${file.bytes.length} bytes)`);
		return { method, given: { values, files: form.files }, shown: Object.fromEntries(shown) };
	}
	return { method, given: { values, files: new Map() }, shown: Object.fromEntries(shown) };

	function set(name: string, value: string): void {
		values.set(name, value);
		shown.set(name, value);
	}
}

function jsonBody(body: Buffer): Record<string, unknown> {
	const value = parseJson(body.toString("utf8"));
	if (isObject(value)) return value;
	throw badRequest("can't parse JSON object");
}

/** The Bot API server converts parameters in the same way. */
export function asText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** Throws a `Problem` that names each wrong field. */
export function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
	const result = schema.safeParse(body ?? {});
	if (result.success) return result.data;
	throw new Problem("invalid", z.prettifyError(result.error));
}

export function number(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new Problem("not_found", `${text} is no number`);
	return value;
}

export const statuses: Record<Problem["code"], number> = {
	invalid: 400,
	forbidden: 403,
	not_found: 404,
	timeout: 408,
	conflict: 409,
	too_large: 413,
};

/** Null for an unexpected error, which is answered with status 500. */
export function problemOf(error: unknown): Problem | null {
	if (error instanceof Problem) return error;
	// A person's text or file exceeds one of the Bot API's limits, which also apply to people.
	if (error instanceof Refusal) return new Problem(error.status === 413 ? "too_large" : "invalid", error.message);
	const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
	if (status >= 500 || !(error instanceof Error)) return null;
	return new Problem(status === 413 ? "too_large" : "invalid", error.message);
}

interface Form {
	values: Map<string, string>;
	files: Map<string, UploadedFile>;
}

/**
 * Common parsers cannot read the bodies that grammY sends:
 * - grammY writes no space after `content-disposition:`. Common parsers refuse such a body.
 * - grammY writes file names without quotes, and non-ASCII names without encoding. Common parsers lose such names.
 */
export function readMultipart(contentType: string, body: Buffer): Form {
	const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
	const delimiter = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ""}`);
	// Every delimiter begins with a line break, except the first one. The added line break lets the search find that too.
	const full = Buffer.concat([Buffer.from("\r\n"), body]);
	const form: Form = { values: new Map(), files: new Map() };
	let begin = full.indexOf(delimiter);
	while (begin !== -1) {
		const end = full.indexOf(delimiter, begin + delimiter.length);
		if (end === -1) break;
		readPart(full.subarray(begin + delimiter.length + 2, end), form);
		begin = end;
	}
	return form;
}

function readPart(part: Buffer, form: Form): void {
	const headersEnd = part.indexOf("\r\n\r\n");
	if (headersEnd === -1) return;
	const headers = part.toString("utf8", 0, headersEnd).split("\r\n");
	const disposition = headers.find((line) => /^content-disposition:/i.test(line)) ?? "";
	const bytes = part.subarray(headersEnd + 4);
	const name = /;\s*name=(?:"([^"]*)"|([^;]*))/i.exec(disposition);
	const filename = /;\s*filename=(?:"([^"]*)"|(.*))$/i.exec(disposition);
	const key = name?.[1] ?? name?.[2] ?? "";
	if (filename === null) form.values.set(key, bytes.toString("utf8"));
	else form.files.set(key, { name: filename[1] ?? filename[2] ?? "", bytes });
}
