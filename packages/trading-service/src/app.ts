import { endpoints } from "@domains/contract/endpoints.ts";
import { limits } from "@domains/contract/limits.ts";
import { requestId } from "@domains/kit/http/app.ts";
import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { z } from "zod";
import { admit, type CallerAccount, callerAddress } from "./access.ts";
import {
	addBodyParser,
	answerBadAddress,
	type CallerTimes,
	callerTimes,
	compressAnswers,
	createConcurrencyLimit,
	createNoRequestAnswer,
	disconnectSlowReaders,
} from "./http.ts";
import { describeRoutes } from "./openapi/describe.ts";
import { addDescriptionRoutes, publicPaths } from "./openapi/reference.ts";
import type { Trade } from "./orders/place.ts";
import { ourFault, Problem, problemOf } from "./problem.ts";
import { truncate } from "./refusal.ts";
import { describeIssues } from "./routes/answers.ts";
import { addDnsRoutes } from "./routes/dns.ts";
import { addOrderRoutes } from "./routes/orders.ts";
import { addAccountRoutes, addDeliveryRoutes, addDomainRoutes } from "./routes/reads.ts";
import { addSearchRoutes } from "./routes/search.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Null if the route is public or the caller is not admitted. */
		account: CallerAccount | null;
	}
	interface FastifyContextConfig {
		/** Needs neither token nor whitelist. */
		public?: boolean;
		/** Set if the route validates the body with a less strict schema. */
		describedBody?: z.ZodType;
	}
}

export const basePath = "/api/v1";

export interface AppDeps extends Trade {
	/** Proxies, as addresses or networks, whose `X-Forwarded-For` is trusted. */
	trustedProxies: readonly string[];
	times?: CallerTimes;
	observe(answered: Answered): void;
}

/** `route` is a pattern and never contains a domain name. */
export interface Answered {
	method: string;
	route: string;
	status: number;
	seconds: number;
}

export function createApp(deps: AppDeps): FastifyInstance {
	const { log, sql, trustedProxies, times = callerTimes, observe } = deps;
	const requestTimeout = times.request * 1_000;
	const app = fastify({
		trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
		bodyLimit: limits.bodyBytes,
		requestTimeout,
		requestIdHeader: false,
		genReqId: ({ headers }) => requestId(headers["x-request-id"]),
		// Node limits the request line and the headers together to 16 KiB, so no path parameter exceeds this value.
		routerOptions: { maxParamLength: 16 * 1024 },
		http: {
			// By default, Node answers a request without a Host header with an empty 400. This service does not need the
			// header.
			requireHostHeader: false,
			// Node reads this value only when it creates the server. If it is below Node's timeout for headers (60 seconds by
			// default), Node lowers that timeout to this value.
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
	// Answers are not validated at run time: TypeScript checks their types, and tests compare them with the schemas.
	app.setSerializerCompiler(() => (data) => JSON.stringify(data));
	app.decorateRequest("account", null);
	const limitConcurrency = createConcurrencyLimit();
	compressAnswers(app);
	disconnectSlowReaders(app, times.reading);
	app.addHook("onSend", async (_request, reply) => {
		// This server is shutting down, and an open keep-alive connection would delay that by more than a minute.
		if (!app.server.listening) reply.header("connection", "close");
	});
	app.addHook("onRequest", async (request, reply) => {
		reply.header("x-request-id", request.id);
		if (request.routeOptions.config?.public) return;
		// The caller uses a wrong base address, so the answer is 404 before the token is checked.
		if (request.is404 && !request.url.startsWith(`${basePath}/`)) throw unknownPath(request);
		request.account = await admit(sql, request.headers.authorization, callerAddress(request));
		limitConcurrency(request, reply);
		// An unknown path is refused here, because Fastify calls its not-found handler only after reading the body.
		if (request.is404) throw unknownPath(request);
	});
	app.addHook("preValidation", async ({ body, routeOptions }) => {
		if (routeOptions.schema?.body && body === undefined) throw new Problem("bad_request", "Send a JSON body.");
	});
	app.addHook("onResponse", async (request, reply) => {
		const { method, id, account, routeOptions } = request;
		const route = routeOptions.url ?? "unknown";
		const answered = { method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 };
		observe(answered);
		log.debug({ ...answered, requestId: id, account: account?.id }, "answered a request");
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
	return new Problem("method_not_allowed", `${method} is not allowed here; use ${allow}.`, { allow });
}
