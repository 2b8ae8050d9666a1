import type { RunContext } from "./context.ts";

/**
 * The proxy saw the answer, or the service stored it. If the service died right after its commit, there is only the
 * stored answer.
 */
export async function executedKeys({ backend, watch }: Pick<RunContext, "backend" | "watch">): Promise<Set<string>> {
	const stored = await backend.database.sql<{ key: string }[]>`
		select split_part(key, ' ', 1) as key from service.requests where scope = 'api' and status = 200`;
	const answered = watch.serviceCalls.flatMap(({ key, statuses }) =>
		key !== undefined && statuses.includes(200) ? [key] : [],
	);
	return new Set([...stored.map(({ key }) => key), ...answered]);
}
