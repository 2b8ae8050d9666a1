import { peopleOf } from "../../store/accounts.ts";
import { splitGroup } from "../../store/inbox.ts";
import type { Deps } from "../deps.ts";
import { reportEvent } from "./report.ts";

/**
 * Gives each event of a group a separate message, because the message of the group cannot be shown. One such event then
 * hides no other. Returns false if the group has only one event.
 */
export async function split(deps: Deps, { eventId }: { eventId: number }): Promise<boolean> {
	return deps.db.transaction(async (tx) => {
		const others = await splitGroup(tx, eventId);
		for (const { id, accountId } of others)
			await reportEvent(tx, deps, { people: await peopleOf(tx, accountId), eventId: id });
		return others.length > 0;
	});
}
