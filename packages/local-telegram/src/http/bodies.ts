import { z } from "zod";
import { Problem } from "../person/problem.ts";
import { Refusal } from "../rules/refusal.ts";

/** Throws a `Problem` that names each wrong field. */
export function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
	const result = schema.safeParse(body ?? {});
	if (result.success) return result.data;
	throw new Problem("invalid", z.prettifyError(result.error));
}

export function number(text: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new Problem("not_found", `${text} is no number`);
	return value;
}

export const statuses: Record<Problem["code"], number> = {
	invalid: 400,
	forbidden: 403,
	not_found: 404,
	timeout: 408,
	conflict: 409,
	too_large: 413,
};

/** Null for an unexpected error, which is answered with status 500. */
export function problemOf(error: unknown): Problem | null {
	if (error instanceof Problem) return error;
	// A person's text or file exceeds one of the Bot API's limits, which also apply to people.
	if (error instanceof Refusal) return new Problem(error.status === 413 ? "too_large" : "invalid", error.message);
	const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
	if (status >= 500 || !(error instanceof Error)) return null;
	return new Problem(status === 413 ? "too_large" : "invalid", error.message);
}
