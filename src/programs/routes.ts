import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callAs, type DoorDeps, type Entered, enter, operationNamed, type Refused } from "./door.ts";
import { createGate } from "./gate.ts";
import { describeApi } from "./openapi.ts";
import { listenerTexts } from "./refusals.ts";

/**
 * The door for programs: MCP at `/mcp`, and the same operations over plain HTTP at `/programs/v1`. A token is accepted
 * in the `Authorization` header only, and no answer or log repeats it.
 */
export function addPrograms(app: FastifyInstance, given: Omit<DoorDeps, "gate">, publicUrl: string): void {
	const own = new URL(publicUrl).origin;
	const deps = { ...given, gate: createGate() };
	app.decorateRequest("caller", null);
	// Before the body is read, because most calls of a flood end here. `lets`: a refusal that the route answers itself.
	const admit = (lets?: Refused["code"]) => async (request: FastifyRequest, reply: FastifyReply) => {
		const { headers, ip } = request;
		const entered = await enter(deps, { authorization: headers.authorization, address: ip });
		if (entered.kind === "refused" && entered.code !== lets) return refuse(reply, entered);
		request.setDecorator("caller", entered);
	};
	const callerOf = (request: FastifyRequest) => request.getDecorator<Entered>("caller");
	// A client of MCP hides the body of a failed request from its model, so a tool says that the mandate has ended.
	app.post("/mcp", { onRequest: admit("ended") }, async (request, reply) => {
		// MCP demands this check, against pages of other sites. A client that is no browser sends no origin.
		const { origin = own } = request.headers;
		if (origin !== own) return refuseEarly(reply, "forbidden");
		// A batch would pass the limit of calls, and MCP has none since 2025-06-18.
		if (Array.isArray(request.body)) return refuseEarly(reply, "bad_request");
		// The SDK takes 20 MB of memory, so it is loaded with the first program.
		const { answerMcp } = await import("./mcp.ts");
		const answer = await answerMcp(deps, callerOf(request), webRequest(request));
		const type = answer.headers.get("content-type");
		if (type !== null) reply.header("content-type", type);
		return reply.code(answer.status).send(await answer.text());
	});
	// Without sessions there is nothing to listen to and nothing to end.
	app.route({
		method: ["GET", "DELETE"],
		url: "/mcp",
		handler: (_request, reply) => refuseEarly(reply.header("allow", "POST"), "method_not_allowed"),
	});
	let description: ReturnType<typeof describeApi> | undefined;
	app.get("/programs/openapi.json", () => {
		description ??= describeApi(publicUrl);
		return description;
	});
	app.post<{ Params: { operation: string } }>(
		"/programs/v1/:operation",
		{ onRequest: admit() },
		async (request, reply) => {
			const operation = operationNamed(request.params.operation);
			if (!operation) return reply.callNotFound();
			const answer = await callAs(deps, callerOf(request), operation, request.body ?? {});
			return answer.kind === "ok" ? reply.send(answer.result) : refuse(reply, answer);
		},
	);
}

function refuse(reply: FastifyReply, { code, status, message, retryAfterSeconds }: Refused): FastifyReply {
	if (status === 401) reply.header("www-authenticate", "Bearer");
	if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
	return reply.code(status).send(bodyOf(code, message));
}

function refuseEarly(reply: FastifyReply, code: keyof typeof listenerTexts): FastifyReply {
	const { status, message } = listenerTexts[code];
	return reply.code(status).send(bodyOf(code, message));
}

const bodyOf = (code: string, message: string) => ({ error: { code, message } });

/** The token stays behind: the transport does not need it. */
function webRequest({ headers, body }: FastifyRequest): Request {
	const kept = ["accept", "content-type", "mcp-protocol-version"].flatMap((name): [string, string][] => {
		const value = headers[name];
		return typeof value === "string" ? [[name, value]] : [];
	});
	return new Request("http://door/mcp", { method: "POST", headers: kept, body: JSON.stringify(body) });
}
