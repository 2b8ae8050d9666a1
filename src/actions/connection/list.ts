import { activeConnection, connectionsOf } from "../../store/connections.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Connection } from "./types.ts";
import { viewOf } from "./view.ts";

/** Lists the person's connections, the active one first. */
export async function list({ db }: Deps, { personId }: Actor): Promise<Connection[]> {
	return (await connectionsOf(db, personId)).map(viewOf);
}

/** Returns the active connection, or null, without a call to the service. */
export async function current({ db }: Deps, { personId }: Actor): Promise<Connection | null> {
	const connection = await activeConnection(db, personId);
	return connection ? viewOf(connection) : null;
}
