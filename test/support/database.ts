import { inject } from "vitest";
import { createDatabase, type TestDatabase } from "./new-database.ts";

export type { TestDatabase } from "./new-database.ts";

/**
 * Creates a database with all migrations applied. Disposing it drops it, which fails if a connection is still open: a
 * leak fails its test.
 */
export function createTestDatabase(): Promise<TestDatabase> {
	return createDatabase({ directory: inject("postgresDirectory") });
}
