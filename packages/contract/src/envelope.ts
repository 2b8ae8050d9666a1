import { z } from "zod";
import { limits } from "./limits.ts";
import { itemCodes, problemCodes } from "./problems.ts";

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

export function examplesOf(schema: z.ZodType): unknown[] {
	const { examples } = schema.meta() ?? {};
	return Array.isArray(examples) ? examples : [];
}

/** Source: docs/service.md, "Batches". */
export const itemProblem = z
	.object({
		code: z.enum(itemCodes).meta({ id: "ItemCode", description: "Stable code, for programs." }),
		message: z.string().meta({ description: "Text for people; its wording may change." }),
	})
	.meta({
		id: "ItemProblem",
		description: "Why this item was refused.",
		examples: [{ code: "not_available", message: "example.com is taken." }],
	});
export type ItemProblem = z.infer<typeof itemProblem>;

const index = z
	.int()
	.min(0)
	.max(limits.batchItems - 1)
	.meta({ description: "Index of the item in the request, from 0." });

export function batchBody<Item extends z.ZodType>(id: string, item: Item, examples: unknown[]) {
	return z
		.object({ items: z.array(item).min(1).max(limits.batchItems).meta({ description: "1 to 1,000 items." }) })
		.meta({ id, description: "The items of one batch, processed in order.", examples });
}

/**
 * One result per item, in input order. A failed item never fails the request. `done` has the fields of a successful
 * item, `named` those that identify a failed one.
 */
export function batchResult<Done extends z.ZodRawShape, Named extends z.ZodRawShape>(
	id: string,
	done: Done,
	named: Named,
	examples: unknown[],
) {
	const succeeded = z
		.object({ index, success: z.literal(true), ...done })
		.meta({ id: `${id}Done`, description: "An item that succeeded." });
	const failed = z
		.object({ index, success: z.literal(false), ...named, error: itemProblem })
		.meta({ id: `${id}Failed`, description: "An item that was refused." });
	return z
		.object({
			count: z.int().min(1).max(limits.batchItems).meta({ description: "Items handled." }),
			success: z.int().min(0).max(limits.batchItems).meta({ description: "Items that succeeded." }),
			failed: z.int().min(0).max(limits.batchItems).meta({ description: "Items that were refused." }),
			items: z.array(z.union([succeeded, failed])).meta({ description: "One result per item, in order." }),
		})
		.meta({ id, description: "The outcome of a batch, item by item.", examples });
}
