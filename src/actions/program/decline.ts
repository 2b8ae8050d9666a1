import { findProposal, updateProposal } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { withdraw } from "../operation/withdraw.ts";

/** Declines a program's proposal, and withdraws its quote. */
export async function decline(
	deps: Deps,
	{ personId, mandateId, proposalId: id }: Actor & { mandateId: number; proposalId: number },
): Promise<{ kind: "declined" | "too_late" } | { kind: "not_found" }> {
	const proposal = await findProposal(deps.db, mandateId, { id });
	if (proposal?.personId !== personId) return { kind: "not_found" };
	if (proposal.operationId !== null) {
		const result = await withdraw(deps, { personId, operationId: proposal.operationId });
		if (result.kind === "too_late" && result.operation.confirmedAt !== null) return { kind: "too_late" };
	}
	await updateProposal(deps.db, id, { state: "declined" });
	return { kind: "declined" };
}
