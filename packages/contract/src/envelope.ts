import { z } from "zod";
import { examplesOf } from "./examples.ts";
import { problemCodes } from "./problems.ts";

/** `id` names the envelope in the API description. Source: docs/service.md, "Envelopes". */
export function success<Result extends z.ZodType>(id: string, result: Result) {
	return z.object({ status: z.literal(true).meta({ description: "Always true." }), result }).meta({
		id,
		description: "The success envelope.",
		examples: examplesOf(result).map((example) => ({ status: true, result: example })),
	});
}

/** Source: docs/service.md, "Envelopes". */
export const errorEnvelope = z
	.object({
		status: z.literal(false).meta({ description: "Always false." }),
		error: z
			.object({
				code: z.enum(problemCodes).meta({ id: "ProblemCode", description: "Stable code, for programs." }),
				message: z.string().meta({ description: "Text for people; its wording may change." }),
			})
			.meta({ id: "Problem", description: "Why the request was refused." }),
	})
	.meta({
		id: "ErrorEnvelope",
		description: "The error envelope.",
		examples: [{ status: false, error: { code: "unauthorized", message: "This token is not valid." } }],
	});
