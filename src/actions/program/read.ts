import { findMandate, latestProposals } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { mandateWith } from "./mandate.ts";
import { proposalWith } from "./outcome.ts";
import type { Mandate, Proposal } from "./types.ts";

const mostLogged = 20;

/** Returns a program of the person and its newest proposals. Null if the person has no such program. */
export async function read(
	{ db }: Deps,
	{ personId, mandateId }: Actor & { mandateId: number },
): Promise<{ mandate: Mandate; log: readonly Proposal[] } | null> {
	const row = await findMandate(db, personId, mandateId);
	if (!row) return null;
	const rows = await latestProposals(db, mandateId, mostLogged);
	const log = await Promise.all(rows.map((each) => proposalWith(db, each, row.now)));
	return { mandate: await mandateWith(db, row), log };
}
