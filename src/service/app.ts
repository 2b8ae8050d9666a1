import { randomUUID } from "node:crypto";
import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { z } from "zod";
import { endpoints } from "../contract/endpoints.ts";
import { limits } from "../contract/limits.ts";
import { admit } from "./access.ts";
import { addBodyParser } from "./body.ts";
import { callerAddress } from "./caller-address.ts";
import { compressAnswers } from "./compress.ts";
import { type CallerTimes, callerTimes, createFlightLimit, disconnectSlowReaders } from "./connections.ts";
import { describeRoutes } from "./openapi/describe.ts";
import type { Trade } from "./orders/place.ts";
import { ourFault, Problem, problemOf } from "./problem.ts";
import { truncate } from "./refusal.ts";
import { addAccountRoutes } from "./routes/account.ts";
import { describeIssues } from "./routes/batches.ts";
import { addDeliveryRoutes } from "./routes/deliveries.ts";
import { addDescriptionRoutes, publicPaths } from "./routes/description.ts";
import { addDnsRoutes } from "./routes/dns.ts";
import { addDomainRoutes } from "./routes/domains.ts";
import { addOrderRoutes } from "./routes/orders.ts";
import { addSearchRoutes } from "./routes/search.ts";
import { answerBadAddress, createNoRequestAnswer } from "./unreadable.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Whose token came with the request. */
		accountId: number;
	}
	interface FastifyContextConfig {
		/** Answered to everybody, without token and whitelist. */
		public?: boolean;
		/** The body as the description shows it, where the route itself reads a looser one. */
		describedBody?: z.ZodType;
	}
}

/** The version segment that every path of the service begins with. */
export const basePath = "/api/v1";

export interface AppDeps extends Trade {
	/** Addresses and networks whose `X-Forwarded-For` counts. */
	trustedProxies: readonly string[];
	times?: CallerTimes;
	observe(answered: Answered): void;
}

/** One answered request, for the metrics. `route` is a pattern, never a path with a name in it. */
export interface Answered {
	method: string;
	route: string;
	status: number;
	seconds: number;
}

/** The service over HTTP, built and not listening. */
export function createApp(deps: AppDeps): FastifyInstance {
	const { log, sql, trustedProxies, times = callerTimes, observe } = deps;
	const requestTimeout = times.request * 1_000;
	const app = fastify({
		trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
		bodyLimit: limits.bodyBytes,
		requestTimeout,
		requestIdHeader: false,
		genReqId: ({ headers }) => requestId(headers["x-request-id"]),
		// As long as an address can be at all.
		routerOptions: { maxParamLength: 16 * 1024 },
		http: {
			// HTTP/1.1 wants a Host, this service does not: Node would refuse it with an empty body.
			requireHostHeader: false,
			// Told Node here too, its limit for headers does not outlast that for the request, which would then wait for it.
			requestTimeout,
			connectionsCheckingInterval: 1_000,
		},
		clientErrorHandler: createNoRequestAnswer(times.request),
		frameworkErrors: (error, request, { raw }) =>
			void answerBadAddress(error, request, raw, () =>
				admit(sql, request.headers.authorization, callerAddress(request)),
			),
	});
	addBodyParser(app);
	app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
		const read = schema.safeParse(data);
		if (read.success) return { value: read.data };
		return { error: new Problem("validation_error", describeIssues(read.error.issues)) };
	});
	// Answers are built by typed code; that they keep to their schemas is proved by tests, not paid for on each request.
	app.setSerializerCompiler(() => (data) => JSON.stringify(data));
	app.decorateRequest("accountId", 0);
	const limitFlights = createFlightLimit();
	compressAnswers(app);
	disconnectSlowReaders(app, times.reading);
	app.addHook("onSend", async (_request, reply) => {
		// A connection that its caller keeps would hold up the end of the service for more than a minute.
		if (!app.server.listening) reply.header("connection", "close");
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header("x-request-id", request.id);
		if (request.routeOptions.config?.public) return;
		// Nothing of the service stands outside its version segment; a base address that lacks it is told so at once.
		if (request.is404 && !request.url.startsWith(`${basePath}/`)) throw unknownPath(request);
		request.accountId = await admit(sql, request.headers.authorization, callerAddress(request));
		limitFlights(request, reply);
		// Here, because a handler for what is not found runs only after the body was read.
		if (request.is404) throw unknownPath(request);
	});
	app.addHook("preValidation", async ({ body, routeOptions }) => {
		if (routeOptions.schema?.body && body === undefined) throw new Problem("bad_request", "Send a JSON body.");
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method, id, accountId, routeOptions } = request;
		const route = routeOptions.url ?? "unknown";
		const answered = { method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
		observe(answered);
		log.info({ ...answered, requestId: id, account: accountId || undefined }, "answered a request");
	});
	app.setErrorHandler((error, request, reply) => {
		const problem = problemOf(error) ?? ourFault();
		if (problem.status >= 500) log.error({ error, requestId: request.id }, "a request failed");
		return reply.status(problem.status).headers(problem.headers).send(problem.body);
	});
	describeRoutes(app, basePath);
	app.register(
		async (api) => {
			addDescriptionRoutes(api);
			addAccountRoutes(api, deps);
			addSearchRoutes(api, deps);
			addDomainRoutes(api, deps);
			addOrderRoutes(api, deps);
			addDnsRoutes(api, deps);
			addDeliveryRoutes(api, deps);
		},
		{ prefix: basePath },
	);
	return app;
}

/** The caller's own id for a request, where it can stand in a log as it is. */
function requestId(given: string | string[] | undefined): string {
	return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

const open = publicPaths.map((path) => ({ method: "GET", path }));
const paths = [...Object.values(endpoints), ...open].map(({ method, path }) => ({
	methods: method === "GET" ? ["GET", "HEAD"] : [method],
	pattern: new RegExp(`^${basePath}${path.replace("{domain}", "[^/]+")}$`),
}));

function unknownPath({ method, url }: FastifyRequest): Problem {
	const [path = ""] = url.split("?");
	const methods = new Set(paths.filter(({ pattern }) => pattern.test(path)).flatMap((each) => each.methods));
	if (methods.size === 0) return new Problem("not_found", `There is nothing at ${truncate(path, 200)}.`);
	const allow = [...methods].join(", ");
	return new Problem("method_not_allowed", `${method} is not possible here; use ${allow}.`, { allow });
}
