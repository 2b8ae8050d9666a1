import { type Check, createReadiness, type Readiness } from "@domains/kit/http/metrics.ts";
import type { Sql } from "@domains/kit/postgres/connect.ts";
import { createMigrationCheck, type MigrationFolder } from "@domains/kit/postgres/migrate.ts";
import { Agent, request } from "undici";
import type { ServicePart } from "./service.ts";

/** The caller adds the checks of other parts. */
export function createWorldReadiness(sql: Sql, folders: readonly MigrationFolder[]): Readiness {
	const readiness = createReadiness();
	readiness.add("database", async () => void (await sql`select 1`));
	readiness.add("migrations", createMigrationCheck(sql, folders));
	return readiness;
}

/**
 * Calls an external registrar service without a token. Any status below 500 means that it works. The built-in service
 * always does.
 */
export function checkService({ url, admin }: Pick<ServicePart, "url" | "admin">, shutdown: AbortSignal): Check {
	if (admin) return () => undefined;
	// The calls of the bot ignore `NODE_USE_ENV_PROXY`, and the global dispatcher would not.
	const dispatcher = new Agent();
	return kept(async () => {
		const { statusCode, body } = await request(`${url}/account`, { dispatcher, signal: shutdown });
		await body.dump();
		return statusCode >= 500 ? `The service answers ${statusCode}.` : undefined;
	}, "The service cannot be reached.");
}

const keptMs = 5_000;

/**
 * For five seconds, so frequent readiness checks put little load on other services. If `ask` throws, the result is
 * `otherwise`.
 */
export function kept(ask: () => Promise<string | undefined>, otherwise: string): Check {
	let asked = Number.NEGATIVE_INFINITY;
	let answer: Promise<string | undefined> = Promise.resolve(undefined);
	return () => {
		if (performance.now() - asked < keptMs) return answer;
		asked = performance.now();
		answer = ask().catch(() => otherwise);
		return answer;
	};
}
