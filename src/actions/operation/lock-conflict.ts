import type { Db } from "@domains/kit/postgres/connect.ts";
import { lockHolders } from "../../store/item-locks.ts";
import type { OperationRow } from "../../store/operations.ts";
import type { LockKind } from "../../store/schema/operations.ts";
import type { LockConflict } from "./types.ts";

/** Finds an unsettled operation of the account that locks one of these domains; undefined if there is none. */
export async function findLockConflict(
	db: Db,
	of: { personId: number; accountId: number; lock: LockKind; domains: string[] },
): Promise<LockConflict | undefined> {
	const holders = await lockHolders(db, of.accountId, of.lock, of.domains);
	const [held] = holders;
	if (!held) return undefined;
	const free = of.domains.length - new Set(holders.map((each) => each.domain)).size;
	return { kind: "busy", domain: held.domain, free, other: otherOf(held.operation, of.personId, of.lock) };
}

/** Describes the operation that holds a lock to the person. */
export function otherOf(
	{ id, reference, personId }: Pick<OperationRow, "id" | "reference" | "personId">,
	viewerId: number,
	lock: LockKind,
): LockConflict["other"] {
	return { id, reference, mine: personId === viewerId, change: lock === "zone" };
}
