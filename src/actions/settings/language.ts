import { updatePerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/** Which locales there are is the surface's business; it parsed this one. */
export async function language(
	{ db }: Deps,
	{ personId, locale }: Actor & { locale: string },
): Promise<{ kind: "saved"; locale: string }> {
	await updatePerson(db, personId, { locale });
	return { kind: "saved", locale };
}
