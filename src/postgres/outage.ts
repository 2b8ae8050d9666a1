import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

/**
 * SQLSTATE codes of a server that is lost, or that no longer accepts writes. Source: PostgreSQL's appendix A.
 * - Class 08: the connection failed.
 * - 57P01 to 57P03: the server shuts down, has crashed or is starting.
 * - 25006: the server is a standby.
 */
const states = /^(?:08\w{3}|57P0[123]|25006)$/;
/** Error codes of the driver and of the network for a lost connection. */
const codes =
	/^(?:CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ANSWER_TIMEOUT|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** True if a statement failed because the database was lost, not because of the statement itself. */
export function isOutage(error: unknown): boolean {
	const cause = error instanceof DrizzleQueryError ? error.cause : error;
	if (cause instanceof postgres.PostgresError) return states.test(cause.code);
	return cause instanceof Error && "code" in cause && codes.test(String(cause.code));
}
