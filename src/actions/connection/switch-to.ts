import { activateConnection, findConnection, lockPerson } from "../../store/connections.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Connection } from "./types.ts";
import { viewOf } from "./view.ts";

export async function switchTo(
	{ db }: Deps,
	{ personId, connectionId }: Actor & { connectionId: number },
): Promise<{ kind: "switched"; connection: Connection } | { kind: "not_found" }> {
	return db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		if (!(await findConnection(tx, personId, connectionId))) return { kind: "not_found" };
		await activateConnection(tx, personId, connectionId);
		const connection = await findConnection(tx, personId, connectionId);
		return connection ? { kind: "switched", connection: viewOf(connection) } : { kind: "not_found" };
	});
}
