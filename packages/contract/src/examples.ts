import type { z } from "zod";

export function examplesOf(schema: z.ZodType): unknown[] {
	const { examples } = schema.meta() ?? {};
	return Array.isArray(examples) ? examples : [];
}
