import { setTimeout as sleep } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";

/**
 * SQLSTATE codes of a server that is lost, or that no longer accepts writes (PostgreSQL, appendix A).
 * - Class 08: the connection failed. For 08P01, see `isOutage`.
 * - 57P01 to 57P03: the server shuts down, has crashed or is starting.
 * - 25006: the server is a standby.
 */
const states = /^(?:08\w{3}|57P0[123]|25006)$/;
/** Lost connections, by the driver's and the network's codes. `WRONG_ROLE`: only a standby answered. */
const codes =
	/^(?:CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ANSWER_TIMEOUT|WRONG_ROLE|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/;
/** This process has closed the pool. */
const closed = /^CONNECTION_(?:ENDED|DESTROYED)$/;
const pauseMs = 250;

export function isOutage(error: unknown): boolean {
	const cause = causeOf(error);
	if (cause instanceof postgres.PostgresError) {
		// A violation of the protocol is no outage. PgBouncer sends the same code as FATAL if it cannot reach the server.
		if (cause.code === "08P01") return cause.severity === "FATAL";
		return states.test(cause.code);
	}
	return codes.test(codeOf(cause));
}

/** True if the server has refused the statement, so nothing of it is committed. After other errors, that is unknown. */
export function isRefusal(error: unknown): boolean {
	return causeOf(error) instanceof postgres.PostgresError && !isOutage(error);
}

/**
 * Repeats `work` while the database is lost, so a process does not lose what it has done or leased when another server
 * takes over. The answer to a commit may be lost, so `work` must allow that its earlier run was committed. If `signal`
 * aborts, the last error is thrown.
 */
export async function throughOutage<R>(work: () => Promise<R>, limitMs: number, signal?: AbortSignal): Promise<R> {
	const end = performance.now() + limitMs - pauseMs;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!isOutage(error) || closed.test(codeOf(causeOf(error))) || performance.now() > end) throw error;
			// The timer must not keep a process alive that stops meanwhile. It rejects only if `signal` aborts.
			await sleep(pauseMs, undefined, { ref: false, ...(signal && { signal }) }).catch(() => Promise.reject(error));
		}
	}
}

function causeOf(error: unknown): unknown {
	return error instanceof DrizzleQueryError ? error.cause : error;
}

function codeOf(cause: unknown): string {
	return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

const uniqueViolation = "23505";

export function isConflict(error: unknown, constraint: string): boolean {
	const cause = error instanceof DrizzleQueryError ? error.cause : error;
	return (
		cause instanceof postgres.PostgresError && cause.code === uniqueViolation && cause.constraint_name === constraint
	);
}
