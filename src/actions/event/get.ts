import { eq } from "drizzle-orm";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { findEvent, isMuted } from "../../store/inbox.ts";
import { findOperations } from "../../store/operations.ts";
import { operations } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Alert } from "./types.ts";

/** The event for its view; null for who is not connected to its account any more, or does not want to hear of it. */
export async function get({ db }: Deps, { personId, eventId }: Actor & { eventId: number }): Promise<Alert | null> {
	const event = await findEvent(db, eventId);
	if (!event || !(await isConnected(db, personId, event.accountId)) || (await isMuted(db, personId, event)))
		return null;
	const { id, type, domain, occurredAt, receivedAt, reason, clientRef, externalRef, accountId, operationId } = event;
	const [operation] = operationId === null ? [] : await findOperations(db, eq(operations.id, operationId));
	return {
		id,
		type,
		domain,
		occurredAt,
		receivedAt,
		reason,
		clientRef,
		externalRef,
		operation: operation ? { id: operation.id, reference: operation.reference } : null,
		sandbox: (await findAccount(db, accountId))?.sandbox ?? false,
	};
}
