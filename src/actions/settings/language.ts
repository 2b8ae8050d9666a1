import { updatePerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/** The caller has already checked that the locale exists. */
export async function language(
	{ db }: Deps,
	{ personId, locale }: Actor & { locale: string },
): Promise<{ kind: "saved"; locale: string }> {
	await updatePerson(db, personId, { locale });
	return { kind: "saved", locale };
}
