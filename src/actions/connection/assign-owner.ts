import { setAccountOwner } from "../../store/accounts.ts";
import { addPerson } from "../../store/people.ts";
import type { Deps } from "../deps.ts";
import { newReceiverPath } from "./receiver.ts";

/**
 * Sets the owner of an account of the built-in service; null removes the owner. Only the operator may do this. Knowing
 * the account's token does not make a person the owner.
 */
export async function assignOwner(
	deps: Deps,
	{ userId, ownerId }: { userId: number; ownerId: number | null },
): Promise<{ kind: "given" } | { kind: "not_found" }> {
	const { admin, url: serviceUrl } = deps.service;
	const shown = await admin?.show(userId);
	if (shown?.kind !== "done") return { kind: "not_found" };
	const { sandbox } = shown.value;
	const receiverPath = newReceiverPath();
	await deps.db.transaction(async (tx) => {
		if (ownerId !== null) await addPerson(tx, ownerId);
		await setAccountOwner(tx, { serviceUrl, userId, receiverPath, sandbox }, ownerId);
	});
	return { kind: "given" };
}
