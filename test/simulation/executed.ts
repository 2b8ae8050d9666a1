import type { RunContext } from "./context.ts";

/**
 * Returns the idempotency keys of the requests that the service executed. Some of their answers were never sent,
 * because the service died right after its commit. The service stores all answers for a day, so the stored ones are
 * counted as well.
 */
export async function executedKeys({ backend, watch }: Pick<RunContext, "backend" | "watch">): Promise<Set<string>> {
	const stored = await backend.database.sql<{ key: string }[]>`
		select split_part(key, ' ', 1) as key from service.requests where scope = 'api' and status = 200`;
	const answered = watch.serviceCalls.flatMap(({ key, statuses }) =>
		key !== undefined && statuses.includes(200) ? [key] : [],
	);
	return new Set([...stored.map(({ key }) => key), ...answered]);
}
