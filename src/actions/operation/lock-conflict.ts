import type { Db } from "../../postgres/connect.ts";
import { lockHolders } from "../../store/locks.ts";
import type { LockKind } from "../../store/schema/operations.ts";

export interface LockConflict {
	kind: "busy";
	domain: string;
	/** The open operation that holds the domain. `mine`: the person asked for it. */
	other: { id: number; reference: string; mine: boolean };
}

/** Finds an open operation of the account that holds the lock on one of these domains. */
export async function findLockConflict(
	db: Db,
	of: { personId: number; accountId: number; lock: LockKind; domains: string[] },
): Promise<LockConflict | undefined> {
	const [held] = await lockHolders(db, of.accountId, of.lock, of.domains);
	if (!held) return undefined;
	const { id, reference, personId } = held.operation;
	return { kind: "busy", domain: held.domain, other: { id, reference, mine: personId === of.personId } };
}
