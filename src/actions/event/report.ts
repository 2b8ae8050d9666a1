import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { blockedMs, blocksOf } from "../../rules/blocks.ts";
import { dayMs } from "../../rules/local-time.ts";
import { findAccount, isConnected, peopleOf } from "../../store/accounts.ts";
import { blockSignals, findDomain } from "../../store/domains.ts";
import { findEventsFor, type InboxRow, releaseReceipts, splitGroup } from "../../store/inbox.ts";
import { reportsBlocks } from "../../store/mutes.ts";
import { extendNotifications } from "../../store/notifications.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { findOperation, type WholeOperation } from "../../store/operations.ts";
import type { Actor, Deps } from "../deps.ts";

/** One event as an alert shows it. */
export interface Alert {
	id: number;
	/**
	 * The event type as the service sends it. The chat has its own texts for four types. For other types, it shows this
	 * value.
	 */
	type: string;
	domain: string | null;
	occurredAt: Date | null;
	receivedAt: Date;
	reason: string | null;
	clientRef: string | null;
	externalRef: string | null;
	/** The operation that caused the event; null if unknown. */
	operation: { id: number; reference: string } | null;
	sandbox: boolean;
	/** How many events of this type about this domain the message reports. The other fields are those of the newest. */
	times: number;
	/** True if the event no longer describes the domain: its block has ended since, or a new block began. */
	past: boolean;
	/**
	 * The duration in milliseconds of the block that this event began or ended. Null for other events, or while the block
	 * continues.
	 */
	blockedMs: number | null;
	/** True for a registration or renewal that no order of this bot caused. */
	outside: boolean;
	/** The expiry date that such a purchase led to; null if unknown. */
	expiresAt: Date | null;
	/** True for the start of a block if the bot will notify the person of its end. */
	reportsEnd: boolean;
}

/** The events that one message reports. They have the same type and account, and arrived within a minute. */
export interface AlertGroup {
	/** The events, at most 20, oldest first. */
	alerts: readonly Alert[];
	/** The number of events that are not in `alerts`. */
	more: number;
	/** The number of events. */
	count: number;
	accountId: number;
	/** What the purchases outside this bot cost in total, and the balance after the last one. Null if unknown. */
	chargedCents: number | null;
	balanceCents: number | null;
}

export type AlertTopic =
	| { topic: "type"; type: string }
	| { topic: "domain" | "block"; domain: string }
	| { topic: "label" | "label_block"; label: string }
	| { topic: "tag" | "tag_block"; tag: string };

/**
 * Returns when the event happened, or when it arrived if the service did not report the time. No event happens after its
 * arrival: a service with a wrong clock could otherwise report a time that hides all later events.
 */
export function timeOf({ occurredAt, receivedAt }: Pick<InboxRow, "occurredAt" | "receivedAt">): Date {
	return occurredAt !== null && occurredAt < receivedAt ? occurredAt : receivedAt;
}

/** True if the event reports something that an account paid for. */
function isPurchase({ type }: Pick<InboxRow, "type">): boolean {
	return type === "domain.registered" || type === "domain.renewed";
}

/** True if the event happened within a day before or after this time. */
export function happenedNear(event: InboxRow, time: Date): boolean {
	return Math.abs(timeOf(event).getTime() - time.getTime()) < dayMs;
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
