import { isOpen } from "../../rules/operation/step.ts";
import { lockOperation, type RequestRow } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { takeStep } from "./apply-step.ts";
import { show } from "./read.ts";
import type { OperationResult } from "./types.ts";

/**
 * Stores a person's answer to the question whether an order went through. The bot asks this if its lookups could not
 * find the outcome. The answer is for `domain`, or for all names whose outcome is unclear. The operator may answer for
 * the person (`by`). Later proof may correct the answer. Changes nothing if no outcome is unclear. Returns
 * `not_found` for another person's operation.
 */
export async function recordVerdict(
	deps: Deps,
	{
		personId,
		operationId,
		by,
		happened,
		domain: only,
	}: Actor & { operationId: number; by: "person" | "operator"; happened: boolean; domain?: string | undefined },
): Promise<OperationResult> {
	return deps.db.transaction(async (tx) => {
		let row = await lockOperation(tx, operationId);
		if (row?.personId !== personId) return { kind: "not_found" };
		const asked = row.requests.filter((request) => request.phase === "needs_human");
		const things = asked.flatMap((request) => request.items).filter(isOpen);
		for (const { requestId, domain } of things) {
			if (only !== undefined && domain !== only) continue;
			const request: RequestRow | undefined = row.requests.find((each) => each.id === requestId);
			if (!request) continue;
			const verdict = { is: "verdict", by, domain, happened } as const;
			row = (await takeStep(tx, deps, { operation: row, request }, verdict)).operation;
		}
		return { kind: "operation", operation: await show(tx, row, personId) };
	});
}
