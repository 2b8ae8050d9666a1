import { connectionsOf, lockPerson } from "../store/connections.ts";
import { exportPerson, forgetPerson, unsettledOf } from "../store/people.ts";
import { disconnect } from "./connection/disconnect.ts";
import type { Actor, Deps } from "./deps.ts";

/** Returns all data stored about a person as JSON, without any secret. */
export async function exportData({ reader }: Deps, { personId }: Actor): Promise<string> {
	return `${JSON.stringify(await reader((db) => exportPerson(db, personId)), null, "\t")}\n`;
}

/**
 * Returns the references of the person's confirmed operations without an outcome. These operations prevent the deletion
 * of the person's data.
 */
export async function unfinishedOrders({ db }: Deps, { personId }: Actor): Promise<{ references: string[] }> {
	return { references: await unsettledOf(db, personId) };
}

/**
 * Disconnects all accounts of the person and deletes their data. Refuses with `open_operations` while one of their
 * orders has no outcome. Such an order may still cost money, and the person would then need its record.
 */
export async function forget(
	deps: Deps,
	{ personId }: Actor,
): Promise<{ kind: "forgotten" } | { kind: "open_operations"; references: string[] }> {
	const references = await unsettledOf(deps.db, personId);
	if (references.length > 0) return { kind: "open_operations", references };
	for (const { id } of await connectionsOf(deps.db, personId)) {
		await disconnect(deps, { personId, connectionId: id, force: true });
	}
	return await deps.db.transaction(async (tx) => {
		await lockPerson(tx, personId, { leaving: true });
		const late = await unsettledOf(tx, personId);
		if (late.length > 0) return { kind: "open_operations", references: late } as const;
		await forgetPerson(tx, personId);
		deps.log.info({ person: personId }, "the data of a person was deleted");
		return { kind: "forgotten" } as const;
	});
}
