import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import { addErrorPages, answerBadAddress, answerNoRequest } from "./errors.ts";

export interface AppOptions {
	log: Log;
	/** Addresses and networks whose `X-Forwarded-For` counts. */
	trustedProxies?: readonly string[];
	/** Told of every answer, with the pattern of its route: the address itself may hold a secret. */
	onAnswer?(answer: Answer): void;
}

export interface Answer {
	method: string;
	route: string;
	status: number;
	milliseconds: number;
}

const bodyLimit = 64 * 1024;
const requestTimeout = 30_000;

/** A server that does not listen yet. Bodies have at most 64 KiB, except where a route says otherwise. */
export function createApp({ log, trustedProxies = [], onAnswer = () => {} }: AppOptions): FastifyInstance {
	const app = fastify({
		bodyLimit,
		requestTimeout,
		// Told Node here too, its limit for headers does not outlast that for the request, which would then wait for it.
		http: { requestTimeout, connectionsCheckingInterval: 1_000 },
		clientErrorHandler: answerNoRequest,
		frameworkErrors: answerBadAddress,
		trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
		forceCloseConnections: true,
		genReqId: ({ headers }) => requestId(headers["x-request-id"]),
		routerOptions: { maxParamLength: 512 },
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header("x-request-id", request.id);
	});
	app.addHook("onResponse", async (request, reply) => {
		const route = request.routeOptions.url ?? "none";
		const answer = { method: request.method, route, status: reply.statusCode, milliseconds: reply.elapsedTime };
		onAnswer(answer);
		log.debug({ ...answer, requestId: request.id }, "answered a request");
	});
	addErrorPages(app, log);
	return app;
}

/** The caller's own id where it is harmless, so that one id leads from a proxy's log to ours. */
function requestId(given: string | string[] | undefined): string {
	return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
