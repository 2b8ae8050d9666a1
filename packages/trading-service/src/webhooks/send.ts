import { delayAfter } from "@domains/contract/events.ts";
import { limits } from "@domains/contract/limits.ts";
import type { Due, Handler, Jobs } from "@domains/kit/jobs/index.ts";
import { isFree, leaseOf } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { throughOutage } from "@domains/kit/postgres/errors.ts";
import type { Vault } from "@domains/kit/vault.ts";
import { and, eq, sql } from "drizzle-orm";
import { deliveries, type EventRow, events } from "../schema.ts";
import { type Attempt, type Deliverer, findWebhook, signingSecret } from "./deliver.ts";

interface Sending {
	db: Db;
	jobs: Pick<Jobs, "enqueue">;
	vault: Vault;
	deliverer: Deliverer;
}

/** A delivery attempt takes less time. */
const lease = leaseOf(events, { seconds: 30, longestWait: "2 days", isOpen: sql`${events.state} = 'pending'` });
/** While the database is lost, a worker repeats its statements for this long: they change nothing after its lease. */
const leaseMs = lease.ms;
const { attemptSeconds } = limits.webhook;
/** A slow receiver must not delay other accounts. */
const perAccount = 4;
/** The maximum while one of the account's events waits for a retry. */
const perFailingAccount = 1;

/** Advisory lock, held while an account's attempts in progress are counted. */
const claimLock = 7_051_005;

const due = lease.isDue();

export const dueEvents: Due = (now) => sql`
	select id from (
		select id, row_number() over (partition by account_id order by wake_at, id) as place
		from service.events where ${lease.isDue(now)}
	) as waiting where place <= ${perAccount}`;

/** Handles the queue `service.delivery`. Source: docs/service.md, "Delivery". */
export function createSender(sending: Sending): Handler {
	return async (rowId, signal) => {
		const event = await claim(sending.db, Number(rowId));
		if (!event) return;
		const attempt = await send(sending, event, signal);
		if (attempt === "late") return;
		await throughOutage(async () => {
			// The shutdown aborted this attempt, so it does not count, and another process can repeat it at once.
			if (signal.aborted) await sending.db.update(events).set({ leaseUntil: null }).where(isLeased(event));
			else if (attempt) await record(sending.db, event, attempt);
			else await skip(sending.db, event);
		}, leaseMs);
		await enqueueNext(sending, event.accountId);
	};
}

/**
 * Undefined if the event is not due, or if its account already has the maximum number of attempts in progress. The
 * advisory lock makes concurrent calls wait, so together they cannot exceed that maximum.
 */
async function claim(db: Db, id: number): Promise<EventRow | undefined> {
	let claimed: EventRow | undefined;
	const run = async (tx: Tx): Promise<EventRow | undefined> => {
		// The database was lost during the commit. It may have been carried out.
		if (claimed && (await isHeld(tx, claimed))) return claimed;
		await tx.execute(sql`
			select pg_advisory_xact_lock(${claimLock}, account_id) from service.events where id = ${id} and ${due}`);
		const [event] = await tx
			.update(events)
			.set({ leaseUntil: lease.end })
			.where(
				sql`${events.id} = ${id} and ${due} and (
					select count(*) from service.events as other
					where other.account_id = ${events.accountId} and other.state = 'pending' and not ${isFree(sql`other.lease_until`)}
				) < case when exists (
					select from service.events as other
					where other.account_id = ${events.accountId} and other.state = 'pending' and other.attempts > 0
				) then ${perFailingAccount}::int else ${perAccount}::int end`,
			)
			.returning();
		claimed = event;
		return event;
	};
	return await throughOutage(() => db.transaction(run), leaseMs);
}

function isLeased({ id, leaseUntil }: EventRow) {
	// A `Date` has no microseconds.
	return and(eq(events.id, id), sql`date_trunc('milliseconds', ${events.leaseUntil}) = ${leaseUntil}`);
}

async function isHeld(tx: Tx, event: EventRow): Promise<boolean> {
	const isLongEnough = sql`${events.leaseUntil} > clock() + make_interval(secs => ${attemptSeconds})`;
	const [row] = await tx
		.select({ id: events.id })
		.from(events)
		.where(and(isLeased(event), isLongEnough));
	return row !== undefined;
}

/**
 * Undefined if the account has webhooks off or has no address. `late` if the lease might end during the attempt,
 * because another worker may then take the event.
 */
async function send(
	{ db, vault, deliverer }: Sending,
	event: EventRow,
	signal: AbortSignal,
): Promise<Attempt | "late" | undefined> {
	const webhook = await throughOutage(() => findWebhook(db, event.accountId), leaseMs);
	const secret = webhook && signingSecret(vault, webhook);
	if (!webhook?.webhookUrl || !webhook.webhookEnabled || secret === undefined) return undefined;
	const leftMs = Number(event.leaseUntil) - webhook.now.getTime();
	if (leftMs < attemptSeconds * 1_000) return "late";
	const { type, key, body } = event;
	return await deliverer.deliver({ url: webhook.webhookUrl, secret, type, id: key, body, at: webhook.now }, signal);
}

async function record(db: Db, event: EventRow, { statusCode, error }: Attempt): Promise<void> {
	const attempt = event.attempts + 1;
	const delay = error === null ? null : delayAfter(attempt);
	const status = error === null ? "delivered" : delay === null ? "failed" : "retrying";
	const next = delay === null ? null : sql`clock() + make_interval(secs => ${delay})`;
	await db.transaction(async (tx) => {
		const counted = await tx
			.update(events)
			.set({ attempts: attempt, state: status === "retrying" ? "pending" : status, wakeAt: next, leaseUntil: null })
			.where(and(eq(events.id, event.id), eq(events.attempts, event.attempts)))
			.returning({ id: events.id });
		// This worker's lease has expired, and the worker that repeated the attempt counts it.
		if (counted.length === 0) return;
		await tx.insert(deliveries).values({
			eventId: event.id,
			accountId: event.accountId,
			attempt,
			status,
			statusCode,
			error,
			nextAttemptAt: next,
		});
	});
}

/** The account has webhooks off. In the delivery log, the last attempt changes from `retrying` to `failed`. */
async function skip(db: Db, event: EventRow): Promise<void> {
	const { id, attempts } = event;
	await db.transaction(async (tx) => {
		const skipped = await tx
			.update(events)
			.set({ state: "unsent", wakeAt: null, leaseUntil: null })
			.where(isLeased(event))
			.returning({ id: events.id });
		if (skipped.length === 0) return;
		await tx
			.update(deliveries)
			.set({ status: "failed", nextAttemptAt: null })
			.where(and(eq(deliveries.eventId, id), eq(deliveries.attempt, attempts)));
	});
}

/** Runs after each attempt, because its end allows the account another one. */
async function enqueueNext({ db, jobs }: Sending, accountId: number): Promise<void> {
	const [next] = await db
		.select({ id: events.id })
		.from(events)
		.where(and(eq(events.accountId, accountId), due))
		.orderBy(events.wakeAt, events.id)
		.limit(1);
	if (next) await jobs.enqueue(db, "service.delivery", next.id);
}
