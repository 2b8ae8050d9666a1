import type { Tx } from "../../postgres/connect.ts";
import { releaseReceipts } from "../../store/inbox.ts";
import { extendNotifications } from "../../store/notifications.ts";
import type { Deps } from "../deps.ts";

/** Reports the events that were on the receipt of an order whose names failed: another program caused them. */
export async function reportReleased(
	tx: Tx,
	deps: Deps,
	{ id, personId }: { id: number; personId: number },
	domains: readonly string[],
): Promise<void> {
	if (domains.length === 0) return;
	for (const eventId of await releaseReceipts(tx, id, domains)) {
		const { rows, screens } = await extendNotifications(tx, [personId], { kind: "event", id: eventId }, "alert");
		await deps.enqueue(tx, "bot.outbox", rows);
		await deps.enqueue(tx, "bot.screen", screens);
	}
}
