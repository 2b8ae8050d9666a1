import type { Db } from "@domains/kit/postgres/connect.ts";
import { type KnownMandate, openProposals, spentToday, stateOf } from "../../store/programs.ts";
import type { Mandate } from "./types.ts";

/** Returns what a person may see of a mandate, with what is left of it today. */
export async function mandateWith(db: Db, row: KnownMandate): Promise<Mandate> {
	const { tokenHash: _, isBanned: __, now: ___, ...facts } = row;
	const leftCents = Math.max(0, row.dayCents - (await spentToday(db, row.id)));
	return { ...facts, state: stateOf(row), leftCents, open: (await openProposals(db, row.id)).length };
}
