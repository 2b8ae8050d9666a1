import type { Tx } from "@domains/kit/postgres/connect.ts";
import { type InboxRow, releaseReceipts } from "../../store/inbox.ts";
import { extendNotifications } from "../../store/notifications.ts";
import type { Deps } from "../deps.ts";

const day = 24 * 3_600_000;

/**
 * Returns when the event happened, or when it arrived if the service did not report the time. No event happens after its
 * arrival: a service with a wrong clock could otherwise report a time that hides all later events.
 */
export function timeOf({ occurredAt, receivedAt }: Pick<InboxRow, "occurredAt" | "receivedAt">): Date {
	return occurredAt !== null && occurredAt < receivedAt ? occurredAt : receivedAt;
}

/** True if the event reports something that an account paid for. */
export function isPurchase({ type }: Pick<InboxRow, "type">): boolean {
	return type === "domain.registered" || type === "domain.renewed";
}

/** True if the event happened within a day before or after this time. */
export function happenedNear(event: InboxRow, time: Date): boolean {
	return Math.abs(timeOf(event).getTime() - time.getTime()) < day;
}

/**
 * Notifies people of a group of events. `eventId` is the group's first event. If they already have a message about the
 * group, updates that message.
 */
export async function reportEvent(
	tx: Tx,
	deps: Deps,
	{ people, eventId }: { people: readonly number[]; eventId: number },
): Promise<void> {
	const { rows, screens } = await extendNotifications(tx, people, { kind: "event", id: eventId }, "alert");
	await deps.enqueue(tx, "bot.outbox", rows);
	await deps.enqueue(tx, "bot.screen", screens);
}

/**
 * Sends the alerts for events that had no alert, because the receipt of an order (the message with its outcome)
 * reported them. The order has failed for these domains, so another program must have caused the events.
 */
export async function reportReleased(
	tx: Tx,
	deps: Deps,
	{ id, personId }: { id: number; personId: number },
	domains: readonly string[],
): Promise<void> {
	if (domains.length === 0) return;
	for (const eventId of await releaseReceipts(tx, id, domains))
		await reportEvent(tx, deps, { people: [personId], eventId });
}
