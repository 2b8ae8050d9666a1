import { and, eq, gte, inArray, isNotNull, sql } from "drizzle-orm";
import { clock } from "../postgres/clock.ts";
import type { Db } from "../postgres/connect.ts";
import type { Phase } from "../rules/operation/state.ts";
import type { SpentItem } from "../rules/spending.ts";
import { items, operations, requests } from "./schema/operations.ts";

const inProgress: readonly Phase[] = ["sent", "unknown", "accepted", "needs_human"];

/**
 * Returns an account's registrations and renewals that were sent in the last `days` days and may have cost money, one
 * item per domain. Unless `seesOthers` is true, returns only those that this person ordered.
 */
export async function spentItems(
	db: Db,
	{ personId, accountId, seesOthers, days }: { personId: number; accountId: number; seesOthers: boolean; days: number },
): Promise<SpentItem[]> {
	const rows = await db
		.select({
			at: requests.firstSentAt,
			operationId: items.operationId,
			kind: operations.kind,
			phase: items.phase,
			requestPhase: requests.phase,
			code: items.code,
			chargedCents: items.chargedCents,
			priceCents: items.priceCents,
		})
		.from(items)
		.innerJoin(requests, eq(requests.id, items.requestId))
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(
			and(
				eq(items.accountId, accountId),
				inArray(operations.kind, ["register", "renew"]),
				isNotNull(requests.firstSentAt),
				gte(requests.firstSentAt, sql`${clock} - ${days} * interval '1 day'`),
				seesOthers ? undefined : eq(operations.personId, personId),
			),
		);
	return rows.flatMap(({ at, operationId, kind, phase, requestPhase, code, chargedCents, priceCents }): SpentItem[] => {
		if (at === null || (kind !== "register" && kind !== "renew")) return [];
		const item = { at, operationId, kind, priceCents };
		if (phase === "succeeded") {
			const cents = code === "unattributed" ? null : chargedCents;
			return [cents === null ? { ...item, outcome: "untold" } : { ...item, outcome: "charged", cents }];
		}
		if (phase === "failed") return code === "order_failed" ? [{ ...item, outcome: "undone" }] : [];
		return inProgress.includes(requestPhase) ? [{ ...item, outcome: "pending" }] : [];
	});
}
