import { findProposal, updateProposal } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { requote } from "../quote/requote.ts";
import { isPassing } from "../trouble.ts";

/** Quotes a proposal whose quote has expired again, so that the person sees the price of now before they pay. */
export async function refresh(
	deps: Deps,
	{ personId, mandateId, proposalId: id }: Actor & { mandateId: number; proposalId: number },
): Promise<{ kind: "quoted" } | { kind: "not_now" } | { kind: "gone" }> {
	const proposal = await findProposal(deps.db, mandateId, { id });
	if (proposal?.personId !== personId || proposal.operationId === null || proposal.state !== "open")
		return { kind: "gone" };
	const result = await requote(deps, { personId, operationId: proposal.operationId });
	if (result.kind === "quoted") {
		// A change of DNS gets a new operation, which the proposal then points to.
		await updateProposal(deps.db, id, { operationId: result.operation.id });
		return { kind: "quoted" };
	}
	if (result.kind === "trouble" && isPassing(result)) return { kind: "not_now" };
	await updateProposal(deps.db, id, { state: "refused", refusal: "not_available" });
	return { kind: "gone" };
}
