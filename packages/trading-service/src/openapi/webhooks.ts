import { serviceEvent } from "@domains/contract/events.ts";
import type { Document, Operation, Parameter } from "./document.ts";

/** Source: docs/service.md, "Events". */
export const webhooks: Document["webhooks"] = Object.fromEntries(
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
		parameters: headers(type),
		requestBody: {
			required: true,
			description: "The signed bytes.",
			content: { "application/json": { schema: { $ref: `#/components/schemas/${id}` } } },
		},
		responses: { "2XX": { description: "Taken." }, default: { description: "Not accepted: the event is sent again." } },
	};
}

function headers(type: string): Parameter[] {
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
