import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../postgres/connect.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { findDomain } from "../../store/domains.ts";
import { findEvent, type InboxRow, isMuted } from "../../store/inbox.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { findOperations, type WholeOperation } from "../../store/operations.ts";
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
	const [settled] = operationId === null ? [] : await findOperations(db, eq(operations.id, operationId));
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

/** Retries overtake: a newer signal may have told the contrary already. */
async function isPast(db: Db, { type, accountId, domain, occurredAt, receivedAt }: InboxRow): Promise<boolean> {
	const blocked = type === "domain.blocked";
	if (domain === null || (!blocked && type !== "domain.unblocked")) return false;
	const known = await findDomain(db, accountId, domain);
	if (!known?.blockSignalAt || known.blockSignalAt <= (occurredAt ?? receivedAt)) return false;
	return blocked === (known.blockedSince === null);
}

const day = 24 * 3_600_000;

/**
 * The registration behind an event that carries the person's own reference. A name is registered once while it lives,
 * so an order for it that succeeded at about that time under that reference is this one. A renewal may be one of their
 * other programs under the same reference, so it is left unnamed.
 */
async function findBought(
	db: Db,
	{ type, accountId, domain, externalRef, occurredAt, receivedAt }: InboxRow,
): Promise<WholeOperation | undefined> {
	if (type !== "domain.registered" || domain === null || externalRef === null) return undefined;
	const ids = await operationsOn(db, { accountId, domain, kind: "register" });
	if (ids.length === 0) return undefined;
	const at = (occurredAt ?? receivedAt).getTime();
	return (await findOperations(db, inArray(operations.id, ids))).find(({ settledAt, requests }) => {
		const items = requests.flatMap((request) => request.items);
		const item = items.find((each) => each.domain === domain);
		const near = settledAt !== null && Math.abs(settledAt.getTime() - at) < day;
		return near && item?.phase === "succeeded" && item.externalRef === externalRef;
	});
}
