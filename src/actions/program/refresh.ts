import { openProposals, updateProposal } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { requote } from "../quote/requote.ts";
import { quotedOf } from "./quote.ts";
import type { Refusal } from "./types.ts";

/** The reasons that may be over in a minute. The proposal then stays. */
const passing: readonly Refusal[] = ["unavailable", "busy"];

/** Quotes a proposal whose quote has expired again, so that the person sees the price of now before they pay. */
export async function refresh(
	deps: Deps,
	{ personId, mandateId, proposalId: id }: Actor & { mandateId: number; proposalId: number },
): Promise<{ kind: "quoted" } | { kind: "not_now" } | { kind: "gone" }> {
	const proposal = (await openProposals(deps.db, mandateId)).find((each) => each.id === id);
	if (proposal?.personId !== personId || proposal.operationId === null) return { kind: "gone" };
	const quoted = quotedOf(await requote(deps, { personId, operationId: proposal.operationId }));
	if (!("code" in quoted)) return { kind: "quoted" };
	if (passing.includes(quoted.code)) return { kind: "not_now" };
	await updateProposal(deps.db, id, { state: "refused", refusal: quoted.code });
	return { kind: "gone" };
}
