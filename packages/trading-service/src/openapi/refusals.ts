import { type ProblemCode, problemCodes, problems } from "@domains/contract/problems.ts";
import type { Schema } from "./document.ts";

/** The description of an HTTP status can then list only the codes of this status. */
export const refusalSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
	problemCodes.map((code): [string, Schema] => [nameOf(code), envelopeOf(code)]),
);

export function refusalSchema(codes: readonly ProblemCode[]): Schema {
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
