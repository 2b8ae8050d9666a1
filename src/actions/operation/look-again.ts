import { liveConnection } from "../../store/connections.ts";
import { lockOperation, updateRequest } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { show } from "./read.ts";
import type { Operation } from "./types.ts";

/**
 * Queues a job for each request (HTTP call) of the person's operation. The jobs look up the outcomes now. `looking`:
 * false if no token of the account works. The lookup must then wait.
 */
export async function lookAgain(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<{ kind: "operation"; operation: Operation; looking: boolean } | { kind: "not_found" }> {
	return deps.db.transaction(async (tx) => {
		const row = await lockOperation(tx, operationId);
		if (row?.personId !== personId) return { kind: "not_found" };
		for (const { id, wakeReason } of row.requests) await updateRequest(tx, id, { wakeReason: wakeReason ?? "look" });
		await deps.enqueue(
			tx,
			"bot.operation",
			row.requests.map((request) => request.id),
		);
		const looking = (await liveConnection(tx, row.accountId, personId)) !== undefined;
		return { kind: "operation", operation: await show(tx, row, personId), looking };
	});
}
