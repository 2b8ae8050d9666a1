import { type EndpointName, endpoints } from "@domains/contract/endpoints.ts";
import { problems } from "@domains/contract/problems.ts";
import { writeOutAlternatives } from "./alternatives.ts";
import type { Document, Header, Operation, Parameter, Response, Schema } from "./document.ts";
import { problemsOf } from "./operations.ts";
import { refusalSchema, refusalSchemas } from "./refusals.ts";
import { sayDefaults, tidySchemas } from "./schemas.ts";

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

export function complete(document: Document): Document {
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
