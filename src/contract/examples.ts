import type { z } from "zod";

/** The examples that a schema carries for the API description. */
export function examplesOf(schema: z.ZodType): unknown[] {
	const { examples } = schema.meta() ?? {};
	return Array.isArray(examples) ? examples : [];
}
