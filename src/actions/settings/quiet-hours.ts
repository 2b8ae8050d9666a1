import type { QuietHours } from "../../rules/local-time.ts";
import { releaseHeld } from "../../store/held.ts";
import { updatePerson } from "../../store/people.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";

/**
 * Sets the hours in which notifications wait; null turns them off. Releases the notifications that wait because of the
 * old quiet hours, except digests. The new quiet hours may hold them again.
 */
export async function quietHours(
	{ db, enqueue }: Deps,
	{ personId, hours }: Actor & { hours: QuietHours | null },
): Promise<void> {
	await db.transaction(async (tx) => {
		await updatePerson(tx, personId, { quietFrom: hours?.from ?? null, quietUntil: hours?.until ?? null });
		await enqueue(tx, "bot.outbox", await releaseHeld(tx, personId));
	});
}
