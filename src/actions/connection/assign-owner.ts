import { giveAccount } from "../../store/accounts.ts";
import { addPerson } from "../../store/people.ts";
import type { Deps } from "../deps.ts";
import { newReceiverPath } from "./receiver.ts";
import type { ConnectionActions } from "./types.ts";

/** The operator's word, which no token can stand in for: whoever holds one is not thereby the owner. */
export async function assignOwner(
	deps: Deps,
	{ userId, ownerId }: { userId: number; ownerId: number | null },
): ReturnType<ConnectionActions["give"]> {
	const { desk, url: serviceUrl } = deps.service;
	const shown = await desk?.show(userId);
	if (shown?.kind !== "done") return { kind: "not_found" };
	const { sandbox } = shown.value;
	const receiverPath = newReceiverPath();
	await deps.db.transaction(async (tx) => {
		if (ownerId !== null) await addPerson(tx, ownerId);
		await giveAccount(tx, { serviceUrl, userId, receiverPath, sandbox }, ownerId);
	});
	return { kind: "given" };
}
