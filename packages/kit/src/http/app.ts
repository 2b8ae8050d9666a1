import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import { addErrorPages, answerBadAddress, answerNoRequest } from "./errors.ts";

export interface AppOptions {
	log: Log;
	/** Proxies, as addresses or networks, whose `X-Forwarded-For` is trusted. */
	trustedProxies?: readonly string[];
	/** Called after every answer. `route` is the route's pattern, because the URL itself may contain a secret. */
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

/** Returns a server that does not listen yet. The body limit is 64 KiB; a route can set its own. */
export function createApp({ log, trustedProxies = [], onAnswer = () => {} }: AppOptions): FastifyInstance {
	const app = fastify({
		bodyLimit,
		requestTimeout,
		// Node has its own timeout for headers, 60 s by default. Pass the request timeout to Node as well, so that the
		// timeout for headers does not exceed it.
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

/**
 * Returns the caller's request id if it is safe to log, otherwise a new one. If the caller is a proxy, its log and ours
 * can then be matched by this id.
 */
export function requestId(given: string | string[] | undefined): string {
	return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
