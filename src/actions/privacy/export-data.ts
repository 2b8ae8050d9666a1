import { exportPerson } from "../../store/personal.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/** Returns all data stored about a person as JSON, without any secret. */
export async function exportData({ reader }: Deps, { personId }: Actor): Promise<string> {
	return `${JSON.stringify(await reader((db) => exportPerson(db, personId)), null, "\t")}\n`;
}
