import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

const uniqueViolation = "23505";

export function isConflict(error: unknown, constraint: string): boolean {
	const cause = error instanceof DrizzleQueryError ? error.cause : error;
	return (
		cause instanceof postgres.PostgresError && cause.code === uniqueViolation && cause.constraint_name === constraint
	);
}
