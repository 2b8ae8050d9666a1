import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { callAs, type DoorDeps, type Entered, operationNamed, refused } from "./door.ts";
import { programOperations } from "./operations.ts";
import { toolError } from "./refusals.ts";

const instructions =
	"You can look at domains and propose orders. Only the owner pays, with a tap in their chat. Call explain first.";

/** What a schema says beyond names, types and choices. */
const noise = new Set([
	"$schema",
	"additionalProperties",
	"propertyNames",
	"minLength",
	"maxLength",
	"minimum",
	"maximum",
	"default",
]);

/** The tools as a client lists them. A client adds them to the context of its model, so they must stay short. */
export const tools: readonly Tool[] = programOperations.map(({ name, description, input, output, readOnly }) => ({
	name,
	description,
	inputSchema: schemaOf(input, "input"),
	outputSchema: schemaOf(output, "output"),
	// A proposal can lead to a change, if the owner taps. The same key and order are one proposal.
	annotations: { readOnlyHint: readOnly, destructiveHint: !readOnly, idempotentHint: true },
}));

/** Bounds and defaults are checked at the door. A model needs only the names, the types and the choices. */
function schemaOf(schema: z.ZodObject, io: "input" | "output"): Tool["inputSchema"] {
	const whole = z.toJSONSchema(schema, { io });
	return { ...(shortened(whole) as Record<string, unknown>), type: "object" as const };
}

function shortened(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shortened);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([key, each]) => (noise.has(key) ? [] : [[key, shortened(each)]])),
	);
}

/** Answers one message of an MCP client. Keeps no session: the token of each call decides what it may do. */
export async function answerMcp(deps: DoorDeps, caller: Entered, request: Request): Promise<Response> {
	const server = new Server(
		{ name: "domain-trading-bot", version: "1.0.0" },
		{ capabilities: { tools: {} }, instructions },
	);
	server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
		const operation = operationNamed(params.name);
		const answer = operation
			? await callAs(deps, caller, operation, params.arguments ?? {})
			: refused("validation_error", "There is no tool with this name.");
		if (answer.kind === "ok") {
			return { content: [{ type: "text", text: JSON.stringify(answer.result) }], structuredContent: answer.result };
		}
		return toolError(answer);
	});
	const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
	// The SDK's transports declare optional members without `undefined`, which `exactOptionalPropertyTypes` refuses.
	await server.connect(transport as Parameters<typeof server.connect>[0]);
	try {
		return await transport.handleRequest(request);
	} finally {
		await server.close();
	}
}
