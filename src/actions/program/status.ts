import { findProposal, type KnownMandate } from "../../store/programs.ts";
import type { Deps } from "../deps.ts";
import { proposalWith } from "./outcome.ts";
import type { Proposal, Refused } from "./types.ts";

/** Returns a program's own proposal by its key. */
export async function status(
	{ db }: Deps,
	{ mandate, key }: { mandate: KnownMandate; key: string },
): Promise<{ kind: "proposed"; proposal: Proposal } | Refused> {
	const row = await findProposal(db, mandate.id, { key });
	if (!row) return { kind: "refused", code: "not_found" };
	return { kind: "proposed", proposal: await proposalWith(db, row, mandate.now) };
}
