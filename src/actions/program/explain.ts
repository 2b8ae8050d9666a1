import { type KnownMandate, mostOpen, openProposals } from "../../store/programs.ts";
import type { Deps } from "../deps.ts";
import { mandateWith } from "./mandate.ts";
import type { Mandate } from "./types.ts";

/** Returns what the mandate allows, and what is left of it. `open`: the keys of the proposals that wait. */
export async function explain(
	{ db }: Deps,
	{ mandate }: { mandate: KnownMandate },
): Promise<{ kind: "explained"; mandate: Mandate; open: string[]; mostOpen: number }> {
	const open = (await openProposals(db, mandate.id)).map(({ key }) => key);
	return { kind: "explained", mandate: await mandateWith(db, mandate), open, mostOpen };
}
