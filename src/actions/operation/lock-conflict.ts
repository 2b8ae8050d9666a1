import type { Db } from "../../postgres/connect.ts";
import { lockHolders } from "../../store/locks.ts";
import type { LockKind } from "../../store/schema/operations.ts";

export interface LockConflict {
	kind: "busy";
	domain: string;
	/** The number of the requested domains that no open operation holds. */
	free: number;
	/** The open operation that holds the lock. `mine`: this person requested it. */
	other: { id: number; reference: string; mine: boolean };
}

/** Finds an open operation of the account that holds the lock on one of these domains. */
export async function findLockConflict(
	db: Db,
	of: { personId: number; accountId: number; lock: LockKind; domains: string[] },
): Promise<LockConflict | undefined> {
	const holders = await lockHolders(db, of.accountId, of.lock, of.domains);
	const [held] = holders;
	if (!held) return undefined;
	const free = of.domains.length - new Set(holders.map((each) => each.domain)).size;
	const { id, reference, personId } = held.operation;
	return { kind: "busy", domain: held.domain, free, other: { id, reference, mine: personId === of.personId } };
}
