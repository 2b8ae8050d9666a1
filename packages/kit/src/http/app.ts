import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import { addErrorPages, answerBadAddress, answerNoRequest } from "./errors.ts";

export interface AppOptions {
	log: Log;
	/** Proxies, as addresses or networks, whose `X-Forwarded-For` is trusted. */
	trustedProxies?: readonly string[];
	/** `route` is the route's pattern, because the URL itself may contain a secret. */
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

/** Does not listen yet. The body limit is 64 KiB; a route can set its own. */
export function createApp({ log, trustedProxies = [], onAnswer = () => {} }: AppOptions): FastifyInstance {
	const app = fastify({
		bodyLimit,
		requestTimeout,
		// Node's own timeout for headers is 60 s by default, and must not exceed this one.
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

/** Keeps the caller's id if it is safe to log, so that the log of a proxy and ours match. */
export function requestId(given: string | string[] | undefined): string {
	return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
