import { eq } from "drizzle-orm";
import { findOperations } from "../../store/operations.ts";
import { operations } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { register } from "./register.ts";
import type { QuoteResult } from "./types.ts";

/** A fresh quote of what an earlier operation asked for. */
export async function again(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<QuoteResult | { kind: "not_found" }> {
	const [row] = await findOperations(deps.db, eq(operations.id, operationId));
	const [item] = row?.requests.flatMap((request) => request.items) ?? [];
	if (row?.personId !== personId || row.kind !== "register" || !item) return { kind: "not_found" };
	const { domain, years, clientRef, externalRef, edgeProfileKey } = item;
	return register(deps, {
		personId,
		draft: {
			domain,
			years: years ?? 1,
			...(clientRef !== null && { clientRef }),
			...(externalRef !== null && { externalRef }),
			...(edgeProfileKey !== null && { edgeProfileKey }),
		},
	});
}
