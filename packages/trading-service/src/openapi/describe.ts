import swagger, { type SwaggerOptions } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { complete } from "./complete.ts";
import type { Document } from "./document.ts";
import type { operations } from "./operations.ts";
import { webhooks } from "./webhooks.ts";

const info = {
	title: "Domain Trading Service",
	version: "1.3.0",
	summary: "Search, register, renew and configure domains.",
	description: [
		"JSON over HTTP. A success is 200 with `{status: true, result}`; a refusal has another status and `{status: false, error: {code, message}}`.",
		"Every request needs a bearer token and a whitelisted address. At most 10 requests of one token pass in any rolling second; more than 50 refused within 10 seconds block it for 5 minutes; `Retry-After` says how long to wait. Batches may look up and order 1,000 names per second; 20 requests of a token may be in flight. `HEAD` works for every `GET` path.",
		"Requests that change something need an `Idempotency-Key`: the same request with the same key is executed once and gets the same answer for 24 hours.",
		"Amounts are USD with at most two decimals. Names may be sent in Unicode or punycode and are returned in punycode, lower case. Optional keys without a value are left out of answers.",
		"Events (v1) are sent to the account's webhook address, signed, and retried after 30 s, 2 min, 10 min, 1 h and 6 h.",
	].join("\n\n"),
	contact: { name: "The operator of this service" },
	license: { name: "MIT", identifier: "MIT" },
};

const tagDescriptions = {
	Account: "The account of the token, and the price list.",
	Search: "Availability and prices of names.",
	Orders: "Registering and renewing, one by one or in batches.",
	Domains: "The account's domains.",
	DNS: "Records, nameservers and edge profiles.",
	Webhooks: "Events and the delivery log.",
} satisfies Record<(typeof operations)[keyof typeof operations]["tag"], string>;

/** Call it before adding routes. */
export function describeRoutes(app: FastifyInstance, basePath: string): void {
	const options: SwaggerOptions = {
		openapi: {
			openapi: "3.1.0",
			info,
			servers: [{ url: basePath, description: "This service" }],
			tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
			security: [{ token: [] }],
			components: {
				securitySchemes: {
					token: {
						type: "http",
						scheme: "bearer",
						description: "The token of Profile -> API. The caller's address must be in the account's whitelist.",
					},
				},
			},
		},
		transform: (route) => {
			const body = route.route.config?.describedBody;
			return jsonSchemaTransform(body ? { ...route, schema: { ...route.schema, body } } : route);
		},
		transformObject: jsonSchemaTransformObject,
	};
	app.register(swagger, options);
}

/** Call it after `app.ready()`. */
export function documentOf(app: FastifyInstance): Document {
	// The cast is safe: the plugin's return type covers all versions of OpenAPI, but its options request version 3.1.
	const document = app.swagger() as unknown as Document;
	return complete({ ...document, webhooks });
}
