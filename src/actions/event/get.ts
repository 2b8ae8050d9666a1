import type { Db } from "../../postgres/connect.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { findDomain } from "../../store/domains.ts";
import { findEvent, type InboxRow, isMuted } from "../../store/inbox.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Alert } from "./types.ts";

/** Returns the event for its view; null if the person is no longer connected to its account, or has muted it. */
export async function get({ db }: Deps, { personId, eventId }: Actor & { eventId: number }): Promise<Alert | null> {
	const event = await findEvent(db, eventId);
	if (!event || !(await isConnected(db, personId, event.accountId)) || (await isMuted(db, personId, event)))
		return null;
	const { id, type, domain, occurredAt, receivedAt, reason, clientRef, externalRef, accountId, operationId } = event;
	const settled = operationId === null ? undefined : await findOperation(db, operationId);
	const operation = settled ?? (await findBought(db, event));
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
		past: await isPast(db, event),
	};
}

/** True if a newer signal already said the opposite: a retried delivery arrives out of order. */
async function isPast(db: Db, { type, accountId, domain, occurredAt, receivedAt }: InboxRow): Promise<boolean> {
	const blocked = type === "domain.blocked";
	if (domain === null || (!blocked && type !== "domain.unblocked")) return false;
	const known = await findDomain(db, accountId, domain);
	if (!known?.blockSignalAt || known.blockSignalAt <= (occurredAt ?? receivedAt)) return false;
	return blocked === (known.blockedSince === null);
}

const day = 24 * 3_600_000;

/**
 * Finds the registration behind an event that carries the person's own reference. A name can be registered once at a
 * time, so the newest order for it is the one if it succeeded within a day of the event under that reference. A renewal
 * may come from another program of the person under the same reference, so it gets no operation.
 */
async function findBought(
	db: Db,
	{ type, accountId, domain, externalRef, occurredAt, receivedAt }: InboxRow,
): Promise<WholeOperation | undefined> {
	if (type !== "domain.registered" || domain === null || externalRef === null) return undefined;
	const [newest] = await operationsOn(db, { accountId, domain, kind: "register" });
	const operation = newest === undefined ? undefined : await findOperation(db, newest);
	if (!operation?.settledAt) return undefined;
	const item = operation.requests.flatMap((request) => request.items).find((each) => each.domain === domain);
	const at = (occurredAt ?? receivedAt).getTime();
	const near = Math.abs(operation.settledAt.getTime() - at) < day;
	return near && item?.phase === "succeeded" && item.externalRef === externalRef ? operation : undefined;
}
