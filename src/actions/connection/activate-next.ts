import type { Tx } from "@domains/kit/postgres/connect.ts";
import { activateConnection, connectionsOf } from "../../store/connections.ts";

/**
 * If none of the person's connections is active, activates one, preferably one that works. Does nothing if the person
 * has no connection. The caller must have called `lockPerson` in this transaction.
 */
export async function activateNext(tx: Tx, personId: number): Promise<void> {
	const remaining = await connectionsOf(tx, personId);
	const next = remaining.find(({ state }) => state === "live") ?? remaining[0];
	if (next && !remaining.some(({ active }) => active)) await activateConnection(tx, personId, next.id);
}
