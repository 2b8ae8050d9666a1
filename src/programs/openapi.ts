import { z } from "zod";
import { programOperations } from "./operations.ts";
import { listenerTexts, refusalTexts } from "./refusals.ts";

const { bad_request, payload_too_large } = listenerTexts;
const errorBody = z.object({
	error: z.object({ code: z.string(), message: z.string(), request_id: z.string().optional() }),
});
const texts = Object.entries({ bad_request, payload_too_large, ...refusalTexts });
const statuses = Map.groupBy(texts, ([, { status }]) => String(status));

/** Describes the HTTP API of programs. It is made of the same table as the MCP tools. */
export function describeApi(publicUrl: string) {
	const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
	const described = [...statuses].map(([status, codes]): [string, string] => [
		status,
		codes.map(([code, { message }]) => `\`${code}\`: ${message}`).join("\n"),
	]);
	const errors = Object.fromEntries(described.map(([status, description]) => [status, { description, content }]));
	const paths = programOperations.map(({ name, description, input, output }) => [
		`/programs/v1/${name}`,
		{
			post: {
				operationId: name,
				summary: description,
				requestBody: { required: true, content: { "application/json": { schema: jsonSchema(input, "input") } } },
				responses: {
					200: { description: "The result", content: { "application/json": { schema: jsonSchema(output, "output") } } },
					...errors,
				},
			},
		},
	]);
	return {
		openapi: "3.1.0",
		info: {
			title: "Programs of the Domain Trading Bot",
			version: "1.0.0",
			description: "A program looks and proposes. Only the owner pays, with a tap in their chat.",
		},
		servers: [{ url: publicUrl }],
		security: [{ token: [] }],
		paths: Object.fromEntries(paths),
		components: {
			securitySchemes: { token: { type: "http", scheme: "bearer" } },
			schemas: {
				Error: jsonSchema(errorBody, "output"),
			},
		},
	};
}

function jsonSchema(schema: z.ZodObject, io: "input" | "output") {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
	return rest;
}
