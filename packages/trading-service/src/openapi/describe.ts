import { type EndpointName, endpoints } from "@domains/contract/endpoints.ts";
import { serviceEvent } from "@domains/contract/events.ts";
import { type ProblemCode, problemCodes, problems } from "@domains/contract/problems.ts";
import swagger, { type SwaggerOptions } from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { Document, Header, Operation, Parameter, Response, Schema } from "./document.ts";
import { type operations, problemsOf } from "./operations.ts";

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

const headers = {
	RequestId: {
		description: "Identifies this request in the service's log: the caller's own X-Request-Id, or a new one.",
		schema: { type: "string", maxLength: 64 },
	},
	RetryAfter: { description: "Seconds to wait.", schema: { type: "integer", minimum: 1, maximum: 300 } },
	IdempotencyReplayed: {
		description: "Present if the answer is the stored one of an earlier request with the same key.",
		schema: { type: "string", const: "true" },
	},
	Allow: { description: "The methods of the path, separated by commas.", schema: { type: "string" } },
	WwwAuthenticate: { description: "Asks for a bearer token.", schema: { type: "string", const: "Bearer" } },
} satisfies Readonly<Record<string, Header>>;

function complete(document: Document): Document {
	const paths = Object.fromEntries(
		Object.entries(document.paths).map(([path, methods]) => [
			path,
			Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, completeOperation(each)])),
		]),
	);
	const described = Object.entries(document.components.schemas).map(([name, schema]): [string, Schema] => [
		name,
		sayDefaults(writeOutAlternatives(schema)),
	]);
	const schemas = { ...Object.fromEntries(described), ...refusalSchemas };
	return tidySchemas({ ...document, paths, components: { ...document.components, schemas, headers } });
}

function completeOperation(operation: Operation): Operation {
	const name = operation.operationId;
	if (!isEndpoint(name)) throw new Error(`${name} is not an endpoint`);
	const responses = Object.entries(operation.responses).map(([status, response]) => [
		status,
		status === "200"
			? { ...response, description: "Done.", headers: references(["X-Request-Id", ...replayed(name)]) }
			: completeRefusal(name, Number(status)),
	]);
	return {
		...operation,
		...(operation.parameters && { parameters: operation.parameters.map(spellHeader) }),
		responses: Object.fromEntries(responses),
	};
}

function isEndpoint(name: string): name is EndpointName {
	return Object.hasOwn(endpoints, name);
}

/** Fastify writes header names in lower case. */
function spellHeader(parameter: Parameter): Parameter {
	return parameter.name === "idempotency-key" ? { ...parameter, name: "Idempotency-Key" } : parameter;
}

function completeRefusal(name: EndpointName, status: number): Response {
	const codes = problemsOf(name).filter((code) => problems[code].status === status);
	return {
		description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join("\n\n"),
		headers: references(["X-Request-Id", ...headersOf(status), ...([404, 422].includes(status) ? replayed(name) : [])]),
		content: {
			"application/json": {
				schema: refusalSchema(codes),
				examples: Object.fromEntries(
					codes.map((code) => {
						const { meaning: message } = problems[code];
						return [code, { summary: message, value: { status: false, error: { code, message } } }];
					}),
				),
			},
		},
	};
}

function headersOf(status: number): string[] {
	if (status === 401) return ["WWW-Authenticate"];
	if (status === 405) return ["Allow"];
	return status === 429 ? ["Retry-After"] : [];
}

function replayed(name: EndpointName): string[] {
	return endpoints[name].mutation ? ["Idempotency-Replayed"] : [];
}

function references(names: readonly string[]): Record<string, { $ref: string }> {
	const components: ReadonlyMap<string, string> = new Map([
		["X-Request-Id", "RequestId"],
		["Retry-After", "RetryAfter"],
		["Idempotency-Replayed", "IdempotencyReplayed"],
		["WWW-Authenticate", "WwwAuthenticate"],
		["Allow", "Allow"],
	]);
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${components.get(name)}` }]));
}

/**
 * Code generators ignore `oneOf` or `anyOf` alternatives that only list required keys, and the generated code would
 * accept `{}`. So each alternative becomes a complete object schema, without the keys that only others require.
 */
function writeOutAlternatives(schema: Schema): Schema {
	const { oneOf, anyOf, properties, required = [], type, additionalProperties, ...rest } = schema;
	const choices = (oneOf ?? anyOf)?.map(readChoice);
	if (!properties || !choices?.every((choice) => choice !== undefined)) return schema;
	const listed = new Set(choices.flatMap((choice) => choice.keys));
	const objects = choices.map(({ title, keys }): Schema => {
		const kept = Object.entries(properties).filter(([key]) => !listed.has(key) || keys.includes(key));
		return {
			title,
			type: "object",
			properties: Object.fromEntries(kept),
			required: [...required, ...keys],
			...(additionalProperties !== undefined && { additionalProperties }),
		};
	});
	return { ...rest, [oneOf ? "oneOf" : "anyOf"]: objects };
}

function readChoice({ title, required, ...rest }: Schema): { title: string; keys: string[] } | undefined {
	const isList = typeof title === "string" && required !== undefined && Object.keys(rest).length === 0;
	return isList ? { title, keys: required } : undefined;
}

/** The description of an HTTP status can then list only the codes of this status. */
const refusalSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
	problemCodes.map((code): [string, Schema] => [nameOf(code), envelopeOf(code)]),
);

function refusalSchema(codes: readonly ProblemCode[]): Schema {
	const references = codes.map((code) => ({ $ref: `#/components/schemas/${nameOf(code)}` }));
	const [only, ...more] = references;
	// OpenAPI linters reject `oneOf` here, because they do not see that an answer matches only one of these schemas.
	return only && more.length === 0 ? only : { anyOf: references };
}

/** `domain_not_found` -> `DomainNotFoundRefusal`. */
function nameOf(code: ProblemCode): string {
	return `${code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())}Refusal`;
}

function envelopeOf(code: ProblemCode): Schema {
	const { meaning } = problems[code];
	return {
		type: "object",
		description: meaning,
		properties: {
			status: { type: "boolean", const: false, description: "Always false." },
			error: {
				type: "object",
				properties: {
					code: { type: "string", const: code, description: "Stable code, for programs." },
					message: { type: "string", description: "Text for people; its wording may change." },
				},
				required: ["code", "message"],
			},
		},
		required: ["status", "error"],
		examples: [{ status: false, error: { code, message: meaning } }],
	};
}

const prefix = "#/components/schemas/";

/**
 * The OpenAPI generator writes each schema twice, `X` for answers and `XInput` for requests, even if one of them is
 * unused.
 */
function tidySchemas(document: Document): Document {
	const { schemas } = document.components;
	const used = reachable([document.paths, document.webhooks], schemas);
	const names = new Map([...used].map((name) => [name, plainName(name, used, schemas)]));
	const kept = [...used].filter((name) => names.get(name) === name || !used.has(names.get(name) ?? name));
	const tidied = {
		...document,
		components: {
			...document.components,
			schemas: Object.fromEntries(
				kept
					.map((name): [string, Schema] => [names.get(name) ?? name, schemas[name] ?? {}])
					.toSorted(([one], [other]) => (one < other ? -1 : 1)),
			),
		},
	};
	return JSON.parse(JSON.stringify(tidied), (key, value: unknown) => {
		if (isNoBound(key, value)) return undefined;
		return key === "$ref" && typeof value === "string" && value.startsWith(prefix)
			? prefix + (names.get(value.slice(prefix.length)) ?? value.slice(prefix.length))
			: value;
	});
}

/** The OpenAPI generator adds such a bound to every integer. It is a limit of JavaScript, not of the service. */
function isNoBound(key: string, value: unknown): boolean {
	return (
		(key === "minimum" && value === Number.MIN_SAFE_INTEGER) || (key === "maximum" && value === Number.MAX_SAFE_INTEGER)
	);
}

/** Keeps `XInput` if `X` is also in use and differs. */
function plainName(name: string, used: ReadonlySet<string>, schemas: Record<string, Schema>): string {
	const plain = name.replace(/Input$/, "");
	if (!used.has(plain)) return plain;
	return same(schemas[name], schemas[plain]) ? plain : name;
}

function same(input: Schema | undefined, output: Schema | undefined): boolean {
	const text = (schema: Schema | undefined): string =>
		JSON.stringify(schema ?? null).replaceAll(/(#\/components\/schemas\/\w+?)Input"/g, '$1"');
	return text(input) === text(output);
}

function reachable(roots: unknown, schemas: Record<string, Schema>): Set<string> {
	const found = new Set<string>();
	const visit = (part: unknown): void => {
		JSON.stringify(part, (key, value: unknown) => {
			if (key !== "$ref" || typeof value !== "string" || !value.startsWith(prefix)) return value;
			const name = value.slice(prefix.length);
			if (!found.has(name)) {
				found.add(name);
				visit(schemas[name]);
			}
			return value;
		});
	};
	visit(roots);
	return found;
}

/**
 * With the keyword `default`, code generators take the field for one that is always present, so a request without it
 * does not compile. The description says the default instead.
 */
function sayDefaults({ properties, ...schema }: Schema): Schema {
	if (properties === undefined) return schema;
	const fields = Object.entries(properties).map(([name, { default: preset, ...field }]): [string, Schema] => {
		if (preset === undefined) return [name, field];
		return [name, { ...field, description: [field.description, `Default: ${preset}.`].filter(Boolean).join(" ") }];
	});
	return { ...schema, properties: Object.fromEntries(fields) };
}

/** Source: docs/service.md, "Events". */
const webhooks: Document["webhooks"] = Object.fromEntries(
	serviceEvent.options.map((schema): [string, { post: Operation }] => {
		const type = schema.shape.event.value;
		const { id, description = "" } = schema.meta() ?? {};
		return [type, { post: operationOf(type, id ?? "", description) }];
	}),
);

function operationOf(type: string, id: string, description: string): Operation {
	return {
		operationId: `on${id}`,
		summary: `${type} (v1)`,
		description: `${description} Answer any 2xx within 10 seconds; otherwise the event is sent again after 30 s, 2 min, 10 min, 1 h and 6 h.`,
		tags: ["Webhooks"],
		security: [],
		parameters: headerParameters(type),
		requestBody: {
			required: true,
			description: "The signed bytes.",
			content: { "application/json": { schema: { $ref: `#/components/schemas/${id}` } } },
		},
		responses: { "2XX": { description: "Taken." }, default: { description: "Not accepted: the event is sent again." } },
	};
}

function headerParameters(type: string): Parameter[] {
	const header = (name: string, description: string, schema: Parameter["schema"]): Parameter => ({
		name,
		in: "header",
		required: true,
		description,
		schema,
	});
	return [
		header("X-Service-Event", "The type of the event.", { type: "string", const: type }),
		header("X-Service-Event-Id", "The id of the event; the same on each attempt.", { type: "string" }),
		header("X-Service-Timestamp", "UNIX time of this attempt, in seconds.", { type: "string", pattern: "^\\d+$" }),
		header(
			"X-Service-Signature",
			"The hex HMAC-SHA256, keyed with the webhook secret, of the timestamp, a dot and the body's bytes.",
			{ type: "string", pattern: "^[0-9a-f]{64}$" },
		),
	];
}
