import { findPerson, updatePerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Settings, SpendGuard } from "./types.ts";

/** Twenty million dollars: the maximum that fits in an integer column of cents. */
const mostCents = 2_000_000_000;

/** Sums are in whole cents, null for none. Negative and implausible sums are refused. */
export async function guard(
	{ db }: Deps,
	{ personId, ...sums }: Actor & Partial<SpendGuard>,
): Promise<{ kind: "saved"; guard: SpendGuard } | { kind: "bad_sum" }> {
	const given = Object.values(sums).filter((sum) => sum !== null);
	if (given.some((sum) => !Number.isInteger(sum) || sum < 0 || sum > mostCents)) return { kind: "bad_sum" };
	if (Object.keys(sums).length > 0) await updatePerson(db, personId, sums);
	return { kind: "saved", guard: (await read({ db }, { personId })).guard };
}

export async function read({ db }: Pick<Deps, "db">, { personId }: Actor): Promise<Settings> {
	const person = await findPerson(db, personId);
	return {
		locale: person?.locale ?? "en",
		timeZone: person?.timeZone ?? "UTC",
		guard: {
			dayCapCents: person?.dayCapCents ?? null,
			askAboveCents: person?.askAboveCents ?? null,
			lowBalanceCents: person?.lowBalanceCents ?? null,
		},
	};
}
