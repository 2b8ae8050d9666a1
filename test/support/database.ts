import { inject } from "vitest";
import { createDatabase, type TestDatabase } from "./new-database.ts";

export type { TestDatabase } from "./new-database.ts";

/**
 * Creates a database with all migrations applied. Disposing it drops the database, which fails if a connection is still
 * open. So a test that leaks a connection fails.
 */
export function createTestDatabase(): Promise<TestDatabase> {
	return createDatabase({ directory: inject("postgresDirectory") });
}
