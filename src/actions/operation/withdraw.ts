import { isOver } from "../../rules/operation/step.ts";
import { lockOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { takeSteps } from "./apply-step.ts";
import { show } from "./read.ts";
import type { Operation } from "./types.ts";

/**
 * Withdraws a quote, or cancels a confirmed operation if none of its HTTP requests was sent. For a change of DNS,
 * nameservers or edge profile, cancels the unsent requests even if others were sent. Returns `too_late` if nothing can
 * be cancelled.
 */
export async function withdraw(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<{ kind: "withdrawn" | "too_late"; operation: Operation } | { kind: "not_found" }> {
	return deps.db.transaction(async (tx) => {
		const row = await lockOperation(tx, operationId);
		if (row?.personId !== personId) return { kind: "not_found" };
		// A quote that expired unconfirmed (`lapsed`) can be cancelled too. Otherwise its changes would come back in the
		// next quote for DNS changes (`draft.ts`).
		const phases = row.confirmedAt === null ? ["quoted", "lapsed"] : ["quoted"];
		const quoted = row.requests.filter((request) => phases.includes(request.phase));
		const open = quoted.length > 0 ? quoted : row.requests.filter((request) => !isOver(request.state));
		const unsent = open.filter(({ phase }) => [...phases, "confirmed"].includes(phase));
		const isOrder = row.kind === "register" || row.kind === "renew";
		const isLate = unsent.length === 0 || (unsent.length < open.length && isOrder);
		if (isLate) return { kind: "too_late", operation: await show(tx, row, personId) };
		const withdrawn = await takeSteps(tx, deps, row, unsent, { is: "withdrawn" });
		return { kind: "withdrawn", operation: await show(tx, withdrawn, personId) };
	});
}
