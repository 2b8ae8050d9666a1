import type { Tx } from "../../postgres/connect.ts";
import { activateConnection, connectionsOf } from "../../store/connections.ts";

/** Whoever lost the connection that they worked with goes on with another one that they have. Needs `lockPerson`. */
export async function goOn(tx: Tx, personId: number): Promise<void> {
	const left = await connectionsOf(tx, personId);
	const next = left.find(({ state }) => state === "live") ?? left[0];
	if (next && !left.some(({ active }) => active)) await activateConnection(tx, personId, next.id);
}
