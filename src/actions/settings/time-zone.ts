import { updatePerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/** Accepts an IANA name in any case, or the city alone, and stores the canonical spelling. */
export async function timeZone(
	{ db }: Deps,
	{ personId, timeZone: name }: Actor & { timeZone: string },
): Promise<{ kind: "saved"; timeZone: string } | { kind: "unknown_zone" }> {
	const known = spellingOf(name.trim());
	if (known === undefined) return { kind: "unknown_zone" };
	await updatePerson(db, personId, { timeZone: known });
	return { kind: "saved", timeZone: known };
}

function spellingOf(text: string): string | undefined {
	// Offsets such as +03:00 would parse too, but they ignore daylight saving time.
	if (!/^[a-z]/i.test(text)) return undefined;
	const name = text.replace(/ +/g, "_");
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
	} catch {
		const city = `/${name.toLowerCase()}`;
		return Intl.supportedValuesOf("timeZone").find((zone) => zone.toLowerCase().endsWith(city));
	}
}
