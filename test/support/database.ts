import { inject } from "vitest";
import { createDatabase, openServer, type Server, type TestDatabase } from "./new-database.ts";

export type { TestDatabase } from "./new-database.ts";

/** All test files of a worker share this connection, which ends with the worker. */
let server: Promise<Server> | undefined;

/**
 * Creates a database with all migrations applied. Disposing it drops the database, which fails if a connection is still
 * open. So a test that leaks a connection fails.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
	server ??= openServer(inject("postgresDirectory"));
	return createDatabase(await server);
}
