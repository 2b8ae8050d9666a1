import type { Db } from "@domains/kit/postgres/connect.ts";
import { blockedMs, blocksOf } from "../../rules/blocks.ts";
import { findAccount, isConnected } from "../../store/accounts.ts";
import { blockSignals, findDomain } from "../../store/domains.ts";
import { findEventsFor, type InboxRow } from "../../store/inbox.ts";
import { reportsBlocks } from "../../store/mutes.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { happenedNear, isPurchase, timeOf } from "./report.ts";
import type { Alert, AlertGroup } from "./types.ts";

const maxShown = 20;

/**
 * Returns the events that one alert message reports: event `eventId` and those grouped with it. Leaves out events that
 * the person muted, and events that a receipt (the message with the outcome of an order) already reports to the person.
 * Returns null if no event remains, or if the person is no longer connected to the account.
 */
export async function get(
	{ db }: Deps,
	{ personId, eventId }: Actor & { eventId: number },
): Promise<AlertGroup | null> {
	const events = await findEventsFor(db, personId, eventId);
	const [first] = events;
	if (!first || !(await isConnected(db, personId, first.accountId))) return null;
	const sandbox = (await findAccount(db, first.accountId))?.sandbox ?? false;
	const lines = newestOfEach(events);
	const shown = await Promise.all(
		lines
			.slice(0, maxShown)
			.map(async ({ event, times }) => ({ ...(await alertOf(db, personId, event)), times, sandbox })),
	);
	const charges = events.flatMap(({ chargedCents }) => chargedCents ?? []);
	return {
		alerts: shown,
		more: lines.length - shown.length,
		count: events.length,
		accountId: first.accountId,
		chargedCents: charges.length === 0 ? null : charges.reduce((sum, cents) => sum + cents, 0),
		balanceCents: events.findLast((event) => event.balanceCents !== null)?.balanceCents ?? null,
	};
}

/** Returns the newest event of each domain, at the place of the domain's first one, and how many there are. */
function newestOfEach(events: readonly InboxRow[]): { event: InboxRow; times: number }[] {
	const byDomain = Map.groupBy(events, ({ id, domain }) => domain ?? id);
	return [...byDomain.values()].flatMap((same) => {
		const event = same.at(-1);
		return event ? [{ event, times: same.length }] : [];
	});
}

async function alertOf(db: Db, personId: number, event: InboxRow): Promise<Omit<Alert, "sandbox" | "times">> {
	const {
		id,
		type,
		domain,
		occurredAt,
		receivedAt,
		reason,
		clientRef,
		externalRef,
		operationId,
		receiptId,
		expiresAt,
	} = event;
	const settled = operationId === null ? undefined : await findOperation(db, operationId);
	const operation = settled ?? (await findBought(db, event));
	const lasted = await blockedFor(db, event);
	return {
		id,
		type,
		domain,
		occurredAt: occurredAt && timeOf(event),
		receivedAt,
		reason,
		clientRef,
		externalRef,
		operation: operation ? { id: operation.id, reference: operation.reference } : null,
		past: (type === "domain.blocked" && lasted !== null) || (await isPast(db, event)),
		blockedMs: lasted,
		outside: isPurchase(event) && operation === undefined && receiptId === null,
		expiresAt,
		reportsEnd:
			type === "domain.blocked" &&
			domain !== null &&
			(await reportsBlocks(db, personId, "domain.unblocked", { domain, label: clientRef })),
	};
}

/**
 * Returns the duration in milliseconds of the block that this event began or ended. Returns null for other events, or
 * while the block continues.
 */
async function blockedFor(db: Db, { id, type, accountId, domain }: InboxRow): Promise<number | null> {
	if (domain === null || (type !== "domain.blocked" && type !== "domain.unblocked")) return null;
	const spans = blocksOf(await blockSignals(db, { accountId, domain }));
	const span = spans.find(({ signals }) => signals.includes(id));
	return span ? blockedMs(span) : null;
}

/**
 * True if a newer event has already reported the opposite: an unblock after this block, or a block after this unblock.
 * A newer event can arrive first, because the service retries failed deliveries.
 */
async function isPast(db: Db, event: InboxRow): Promise<boolean> {
	const { type, accountId, domain } = event;
	const blocked = type === "domain.blocked";
	if (domain === null || (!blocked && type !== "domain.unblocked")) return false;
	const known = await findDomain(db, accountId, domain);
	if (!known?.blockSignalAt || known.blockSignalAt <= timeOf(event)) return false;
	return blocked === (known.blockedSince === null);
}

/**
 * Finds the bot's order that caused a registration event, if the event has a reference that the person chose. Only the
 * newest registration of the name in this account can be this order. It must have succeeded with the same reference
 * within a day of the event. Returns undefined for a renewal event. A name can be renewed repeatedly, so another
 * program of the person may have renewed it with the same reference.
 */
async function findBought(db: Db, event: InboxRow): Promise<WholeOperation | undefined> {
	const { type, accountId, domain, externalRef } = event;
	if (type !== "domain.registered" || domain === null || externalRef === null) return undefined;
	const [newest] = await operationsOn(db, { accountId, domain, kind: "register" });
	const operation = newest === undefined ? undefined : await findOperation(db, newest);
	if (!operation?.settledAt) return undefined;
	const item = operation.requests.flatMap((request) => request.items).find((each) => each.domain === domain);
	const near = happenedNear(event, operation.settledAt);
	return near && item?.phase === "succeeded" && item.externalRef === externalRef ? operation : undefined;
}
