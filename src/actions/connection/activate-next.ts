import type { Tx } from "../../postgres/connect.ts";
import { activateConnection, connectionsOf } from "../../store/connections.ts";

/** Whoever lost the connection that they worked with goes on with another one that they have. Needs `lockPerson`. */
export async function activateNext(tx: Tx, personId: number): Promise<void> {
	const remaining = await connectionsOf(tx, personId);
	const next = remaining.find(({ state }) => state === "live") ?? remaining[0];
	if (next && !remaining.some(({ active }) => active)) await activateConnection(tx, personId, next.id);
}
