import type { z } from "zod";

/** Returns the examples that a schema declares for the API description. */
export function examplesOf(schema: z.ZodType): unknown[] {
	const { examples } = schema.meta() ?? {};
	return Array.isArray(examples) ? examples : [];
}
