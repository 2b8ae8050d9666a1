import type { Tx } from "../../postgres/connect.ts";
import { activateConnection, connectionsOf } from "../../store/connections.ts";

/**
 * If the person has no active connection, activates one of the others, preferably one that works. Does nothing if there
 * is none. The caller holds `lockPerson`.
 */
export async function activateNext(tx: Tx, personId: number): Promise<void> {
	const remaining = await connectionsOf(tx, personId);
	const next = remaining.find(({ state }) => state === "live") ?? remaining[0];
	if (next && !remaining.some(({ active }) => active)) await activateConnection(tx, personId, next.id);
}
