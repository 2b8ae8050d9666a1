import { mandatesOf } from "../../store/programs.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import { mandateWith } from "./mandate.ts";
import type { Mandate } from "./types.ts";

/** Lists the programs of the active account to which the person gave a mandate, the newest first. */
export async function list(
	deps: Deps,
	{ personId }: Actor,
): Promise<{ kind: "programs"; programs: readonly Mandate[] } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const rows = await mandatesOf(deps.db, personId, access.account.id);
	return { kind: "programs", programs: await Promise.all(rows.map((row) => mandateWith(deps.db, row))) };
}
