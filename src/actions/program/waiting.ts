import { findMandate, latestProposals, openProposals } from "../../store/programs.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { mandateWith } from "./mandate.ts";
import { proposalWith } from "./outcome.ts";
import type { Mandate, Proposal } from "./types.ts";

/** How long the message about a program's proposals also shows those that are paid or refused. */
const recentMs = 10 * 60_000;
const mostRecent = 5;

/**
 * Returns what a program asks of the person now, for its one message in their chat. `recent`: proposals of the last
 * minutes that do not wait for the person. Null if the person has no such program.
 */
export async function waitingProposals(
	{ db }: Deps,
	{ personId, mandateId }: Actor & { mandateId: number },
): Promise<{ mandate: Mandate; waiting: readonly Proposal[]; recent: readonly Proposal[] } | null> {
	const row = await findMandate(db, personId, mandateId);
	if (!row) return null;
	const open = await openProposals(db, mandateId);
	const latest = await latestProposals(db, mandateId, 2 * mostRecent);
	const others = latest.filter(
		({ id, createdAt }) => !open.some((each) => each.id === id) && row.now.getTime() - createdAt.getTime() < recentMs,
	);
	const whole = (rows: typeof open) => Promise.all(rows.map((each) => proposalWith(db, each, row.now)));
	const waiting = (await whole(open)).filter(({ operation }) => operation !== null);
	return { mandate: await mandateWith(db, row), waiting, recent: await whole(others.slice(0, mostRecent)) };
}
