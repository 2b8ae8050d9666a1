import type { OrderKind } from "@domains/contract/money.ts";
import { createBatcher } from "@domains/kit/batch.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { isOver } from "../../rules/operation/step.ts";
import { isSameReference } from "../../rules/operation/timing.ts";
import { unexplained } from "../../rules/spending.ts";
import { lockAccount, peopleOf } from "../../store/accounts.ts";
import { liveConnection } from "../../store/connections.ts";
import { isOutage, throughOutage } from "../../store/database.ts";
import { forgetExpiry, lockBlocks, recordSeenDomain, redrawBlocks, signalBlock } from "../../store/domains.ts";
import {
	findGroup,
	findGroupFacts,
	finishEvent,
	type InboxRow,
	insertEvents,
	isOnReceipt,
	lockNewEvent,
	type NewEvent,
	saveOutsideFacts,
} from "../../store/inbox.ts";
import { operationsOn } from "../../store/operation-lists.ts";
import { lockOperation, lockOperations, type WholeOperation } from "../../store/operations.ts";
import { invalidateScreens } from "../../store/screens.ts";
import { createSenderReader, type Sender } from "../../store/secrets.ts";
import { findBalanceChanges, spentItems } from "../../store/spending.ts";
import { type Received, receive as verifyAndParse, type WebhookRequest } from "../../webhooks/receive.ts";
import { accessOf } from "../access.ts";
import type { Deps } from "../deps.ts";
import { isSeen, type LeasedCall, leased, notifiesOwner, redraw, takeStep } from "../operation/apply-step.ts";
import { happenedNear, reportEvent, timeOf } from "./report.ts";

const statuses: Record<Extract<Received, { kind: "refused" }>["reason"], number> = {
	too_large: 413,
	encoded: 415,
	unsigned: 401,
	signature: 401,
	too_old: 400,
	malformed: 400,
};

/**
 * The time that is passed to the checks of an event from an unknown sender. Its value has no effect: without a secret,
 * the signature check fails before the time is checked.
 */
const unusedTime = new Date(0);
const mostTogether = 50;
/**
 * How long after its arrival a post is tried while the database is lost, in milliseconds. Services usually wait ten
 * seconds for an answer, and repeat a failed delivery half a minute later.
 */
const outageMs = 4_000;

interface Post extends WebhookRequest {
	/** The last part of the receiver's URL. It identifies the account. */
	path: string;
}

type Refused = Extract<Received, { kind: "refused" }>;

/**
 * Returns a function that verifies and stores a webhook event that the service posts. A job processes the stored event
 * later. Events that arrive at the same time share one database read and one write.
 * - Status 200 means that the event is stored, by this delivery or an earlier one.
 * - An unknown path gets the same status as a wrong signature, so a caller cannot find out which paths exist.
 * - After a storage error, the function throws, so that the service tries again.
 */
export function createReceive(deps: Deps): (post: Post) => Promise<{ status: number }> {
	const readSenders = createSenderReader(deps.db, deps.vault);
	/** Why the last batch failed, if the database was lost. Posts that have waited too long then fail with it at once. */
	let outage: unknown;
	const work = async (posts: readonly (Post & { arrivedAt: number })[]) => {
		const paths = [...new Set(posts.map(({ path }) => path))];
		const store = async () => {
			const senders = await readSenders(paths);
			const checked = posts.map((post) => judge(deps, post, senders.get(post.path)));
			return await settle(deps, checked);
		};
		const leftMs = Math.min(...posts.map(({ arrivedAt }) => arrivedAt)) + outageMs - performance.now();
		if (leftMs <= 0 && outage !== undefined) throw outage;
		try {
			const answers = await throughOutage(store, leftMs);
			outage = undefined;
			return answers;
		} catch (error) {
			if (isOutage(error)) outage = error;
			throw error;
		}
	};
	const receive = createBatcher(work, mostTogether, { concernsAll: isOutage });
	return (post) => receive({ ...post, arrivedAt: performance.now() });
}

async function settle(deps: Deps, checked: readonly (NewEvent | Refused)[]): Promise<{ status: number }[]> {
	const events = checked.filter(isKeepable);
	const kept = events.length === 0 ? [] : await keep(deps, events);
	return checked.map((each) => {
		if (!isKeepable(each)) {
			deps.count?.event(each.reason);
			return { status: statuses[each.reason] };
		}
		const { type, accountId, late } = each;
		const isNew = kept[events.indexOf(each)] !== null;
		deps.count?.event(!isNew ? "repeated" : late ? "late" : "kept");
		deps.log.info({ event: type, account: accountId, late }, "an event was received");
		return { status: 200 };
	});
}

function judge(deps: Deps, post: Post, sender: Sender | undefined): NewEvent | Refused {
	const received = verifyAndParse(post, sender?.secrets ?? [], sender?.now ?? unusedTime);
	if (received.kind === "refused") return received;
	if (!sender) return { kind: "refused", reason: "signature" };
	const { id: eventId, hash: bodyHash, gaps, ...event } = received.event;
	for (const field of gaps) deps.onUnreadable?.({ source: "event", field, from: sender.account.serviceUrl });
	return { accountId: sender.account.id, eventId, bodyHash, ...event, late: received.delayed };
}

function isKeepable(checked: NewEvent | Refused): checked is NewEvent {
	return "eventId" in checked;
}

/**
 * Stores events and queues their jobs in one transaction. Returns the row id of each event, or null for an event that
 * was already stored.
 */
async function keep({ db, enqueue }: Deps, events: readonly NewEvent[]): Promise<(number | null)[]> {
	return await db.transaction(async (tx) => {
		const rows = await insertEvents(tx, events);
		await enqueue(
			tx,
			"bot.event",
			rows.filter((row) => row !== null),
		);
		return rows;
	});
}

/**
 * Work to do for one request (one HTTP call of an order) after the event is committed. `call`: the next call to the
 * service for this request. If `call` is null, read the account's balance instead.
 */
interface FollowUpCall {
	requestId: number;
	call: LeasedCall | null;
}

/**
 * Processes a stored event: updates the domain, notifies people, and settles the orders whose success the event proves.
 * Returns what to do after the commit: the calls of orders, and the event if it reports a purchase outside this bot.
 */
export async function processEvent(
	deps: Deps,
	eventId: number,
): Promise<{ calls: FollowUpCall[]; outside: OutsideEvent | null }> {
	return deps.db.transaction(async (tx) => {
		const event = await lockNewEvent(tx, eventId);
		if (!event) return { calls: [], outside: null };
		// Workers lock an operation before its domain. Lock them in the same sequence here, so that no deadlock occurs.
		const { operationId, receipt, errands } = await settleOperations(tx, deps, event);
		await recordDomain(tx, event);
		const people = await peopleOf(tx, event.accountId);
		const audience = people.filter((id) => id !== receipt?.personId);
		const groupId = audience.length === 0 ? null : await findGroup(tx, event);
		await finishEvent(tx, event.id, { operationId, receiptId: receipt?.id ?? null, groupId });
		await reportEvent(tx, deps, { people: audience, eventId: groupId ?? event.id });
		const { accountId, domain, type } = event;
		// The start or end of a block changes what the domain's screens and older alerts show. So render them again.
		if (isBlockEvent(event) && domain !== null)
			await deps.enqueue(tx, "bot.screen", await redrawBlocks(tx, { accountId, domain }));
		const isOutside = audience.length > 0 && kinds.has(type) && operationId === null && receipt === null;
		const firstId = groupId ?? event.id;
		return { calls: errands, outside: isOutside && domain !== null ? { eventId, firstId, accountId, domain } : null };
	});
}

async function recordDomain(tx: Tx, event: InboxRow): Promise<void> {
	const { accountId, domain, type, reason } = event;
	if (domain === null || !type.startsWith("domain.")) return;
	await recordSeenDomain(tx, { accountId, domain });
	// The registration or renewal has changed the expiry date. Delete the stored date, so that a renewed domain is not
	// shown as expiring. The next read of the domain stores the new date.
	if (kinds.has(type)) await forgetExpiry(tx, accountId, [domain]);
	if (!isBlockEvent(event)) return;
	await lockBlocks(tx, accountId);
	await signalBlock(tx, { accountId, domain, blocked: type === "domain.blocked", at: timeOf(event), reason });
}

function isBlockEvent({ type }: InboxRow): boolean {
	return type === "domain.blocked" || type === "domain.unblocked";
}

const kinds: ReadonlyMap<string, OrderKind> = new Map(
	Object.entries<OrderKind>({
		"domain.registered": "register",
		"domain.renewed": "renew",
	}),
);

interface Settled {
	/**
	 * The operation that caused the event; null if unknown. It is known only if the event contains the reference that the
	 * bot gave to the operation.
	 */
	operationId: number | null;
	/**
	 * The operation whose receipt (the message with its outcome) also reports the event. The owner of this operation gets
	 * no alert. Null if there is none.
	 */
	receipt: { id: number; personId: number } | null;
	errands: FollowUpCall[];
}

/**
 * Finds the operations that may have caused this registration or renewal, and passes the event to them:
 * - If the event has the reference that the bot gave to an operation, it proves that the operation succeeded.
 * - If the event has a reference that the person chose, it only triggers a lookup of the operation's outcome. Another
 *   program may use the same reference.
 *
 * Also finds the operation whose receipt reports the event. For each name, a receipt reports only one event of each
 * type. A further event gets an alert.
 */
async function settleOperations(tx: Tx, deps: Deps, event: InboxRow): Promise<Settled> {
	const { type, domain, accountId, externalRef } = event;
	const kind = kinds.get(type);
	const settled: Settled = { operationId: null, receipt: null, errands: [] };
	if (kind === undefined || domain === null) return settled;
	const ids = await operationsOn(tx, { accountId, domain, kind });
	await lockOperations(tx, ids);
	for (const id of ids) {
		const operation = await lockOperation(tx, id);
		const request = operation?.requests.find((each) => each.items.some((item) => item.domain === domain));
		const item = request?.items.find((each) => each.domain === domain);
		if (!operation || !request || !item) continue;
		const ours = item.externalRef === null && externalRef === operation.reference;
		if (ours) settled.operationId = id;
		if (!settled.receipt && mayReport(event, operation, item) && !(await isOnReceipt(tx, id, event)))
			settled.receipt = { id, personId: operation.personId };
		const { step } = await takeStep(tx, deps, { operation, request }, { is: "event", domain, ours });
		const call = leased(step);
		const paid = isOver(step.state) && !isOver(request.state);
		if (call || paid) settled.errands.push({ requestId: request.id, call });
		if (!notifiesOwner(step) && isSeen(request.state, step.state)) await redraw(tx, deps, id);
	}
	return settled;
}

/** The service's clock may be behind the bot's clock by up to this much. */
const clockSkewMs = 5 * 60_000;

/**
 * True if the order's receipt (the message with its outcome) can report the event. The order's owner then needs no
 * alert. All of this must apply:
 * - The order is confirmed, and the item for the domain has not failed.
 * - The event is not older than the confirmation, except for clock differences.
 * - The event has no reference, or one that this order sent.
 * - The order is still open, or was settled within a day of the event.
 */
function mayReport(
	event: InboxRow,
	operation: WholeOperation,
	item: WholeOperation["requests"][number]["items"][number],
): boolean {
	if (item.phase === "failed" || operation.confirmedAt === null) return false;
	const { externalRef } = event;
	if (timeOf(event).getTime() < operation.confirmedAt.getTime() - clockSkewMs) return false;
	// If the person entered no reference for a renewal, the order sent the reference that the domain already had.
	const sent = [item.externalRef ?? operation.reference, item.externalRef === null ? item.before?.externalRef : null];
	if (externalRef !== null && !sent.some((each) => each != null && isSameReference(each, externalRef))) return false;
	return operation.settledAt === null || happenedNear(event, operation.settledAt);
}

/** A registration or renewal that no order of this bot explains. `firstId`: the first event of its group. */
interface OutsideEvent {
	eventId: number;
	firstId: number;
	accountId: number;
	domain: string;
}

const readMs = 10_000;
/** The bot may have read the balance after the purchase, but before its event. */
const earlierMs = 5 * 60_000;
/** The alert lists this many events. */
const mostDated = 20;

/**
 * Reads what a purchase or renewal outside this bot cost, the balance and the new expiry date, and shows them in the
 * alert, which is sent already. The charge is the fall of the balance that neither orders nor other events explain. If
 * a newer event has joined the alert, leaves the balance to that event.
 */
export async function readOutside(
	deps: Deps,
	{ eventId, firstId, accountId, domain }: OutsideEvent,
	signal: AbortSignal,
): Promise<void> {
	const connection = await liveConnection(deps.db, accountId, 0);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return;
	const { client } = access;
	const options = { priority: "background", signal: AbortSignal.any([signal, AbortSignal.timeout(readMs)]) } as const;
	const { newestId, count, since } = await findGroupFacts(deps.db, firstId);
	const isNewest = newestId === eventId;
	const [account, record] = await Promise.all([
		isNewest ? client.account(options) : null,
		count <= mostDated ? client.domain(domain, options) : null,
	]);
	const balanceCents = account?.kind === "ok" ? account.value.balanceCents : null;
	const expiresAt = record?.kind === "ok" ? record.value.expiresAt : null;
	if (balanceCents === null && expiresAt === null) return;
	await deps.db.transaction(async (tx) => {
		await lockAccount(tx, accountId);
		const from = new Date(since.getTime() - earlierMs);
		const { personId } = access.connection;
		const items = await spentItems(tx, { personId, accountId, seesOthers: true, days: 2 });
		const paid = unexplained(await findBalanceChanges(tx, accountId, 2), items)
			.filter(({ at }) => at >= from)
			.reduce((sum, { cents }) => sum + Math.max(0, cents), 0);
		await saveOutsideFacts(tx, { eventId, accountId, from, paidCents: isNewest ? paid : 0, balanceCents, expiresAt });
		await deps.enqueue(tx, "bot.screen", await invalidateScreens(tx, { kind: "event", id: firstId }));
	});
}
