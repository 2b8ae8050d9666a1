import { inject } from "vitest";
import { createDatabase, openServer, type Server, type TestDatabase } from "./new-database.ts";

export type { TestDatabase } from "./new-database.ts";

/** Shared by all test files of a worker; ends with it. */
let server: Promise<Server> | undefined;

/** Disposing drops the database, which fails if a connection is still open. So a test that leaks a connection fails. */
export async function createTestDatabase(): Promise<TestDatabase> {
	server ??= openServer(inject("postgresDirectory"));
	return createDatabase(await server);
}
