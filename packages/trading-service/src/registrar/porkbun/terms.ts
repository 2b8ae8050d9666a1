import type { Db } from "@domains/kit/postgres/connect.ts";
import { z } from "zod";
import { readFact, storeFact } from "../../store/facts.ts";
import type { PorkbunClient } from "./client.ts";
import type { Ask } from "./pace.ts";

const term = z.object({
	registerable: z.boolean(),
	/** The only term that the API sells. Null if unknown. */
	years: z.number().nullable(),
	hasDryRun: z.boolean(),
});
export type Term = z.infer<typeof term>;

const keptMs = 7 * 86_400_000;
const unknown: Term = { registerable: true, years: null, hasDryRun: false };
/** They are used if an edition has no such call. Source: the guide "Register a domain", docs/registrars.md. */
const websiteOnly = new Set([".us", ".ca", ".eu", ".au"]);

/** `zone` has a leading dot. Read once a week. */
export async function termOf(
	{ db, client, ask }: { db: Db; client: PorkbunClient; ask: Ask },
	zone: string,
	signal: AbortSignal,
): Promise<Term> {
	const key = `term ${zone}`;
	const kept = await readFact(db, key, term);
	if (kept && kept.ageMs < keptMs) return kept.value;
	const result = await ask("any", signal, (within) => client.requirements(zone.slice(1), within));
	if (result.kind === "ok") {
		const { isRegisterable, years, hasDryRun } = result.value;
		const read = { registerable: isRegisterable, years, hasDryRun };
		await storeFact(db, key, read);
		return read;
	}
	const told = { ...unknown, registerable: !websiteOnly.has(zone) };
	if (result.kind === "refused") await storeFact(db, key, told);
	return kept?.value ?? told;
}
