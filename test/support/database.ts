import { inject } from "vitest";
import { createDatabase, type TestDatabase } from "./new-database.ts";

export type { TestDatabase } from "./new-database.ts";

/**
 * A database of your own with all migrations applied. Disposing it drops it, and fails when a connection was left
 * open: a test that leaks is a test that fails.
 */
export function createTestDatabase(): Promise<TestDatabase> {
	return createDatabase({ directory: inject("postgresDirectory") });
}
