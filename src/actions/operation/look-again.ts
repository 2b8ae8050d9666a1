import { liveConnection } from "../../store/connections.ts";
import { lockOperation, updateRequest } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { show } from "./read.ts";
import type { OperationActions } from "./types.ts";

/** Wakes every request of a confirmed operation, so that a job looks it up at once. */
export async function lookAgain(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): ReturnType<OperationActions["lookAgain"]> {
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
