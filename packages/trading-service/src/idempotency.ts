import { createHash, randomUUID } from "node:crypto";
import type { Log } from "@domains/kit/log.ts";
import { isFree } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { isOutage, throughOutage } from "@domains/kit/postgres/errors.ts";
import { and, eq, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { countAnswer } from "./allowance.ts";
import { Problem, problemOf } from "./problem.ts";
import { keepEnd, requests } from "./schema.ts";
import { throughFailover } from "./through-failover.ts";

export interface Work<Result = unknown> {
	result: Result;
	/**
	 * When the answer is stored under the Idempotency-Key:
	 * - `now`: after the work, by `runOncePerKey`.
	 * - `kept`: already stored, in the transaction of the work.
	 * - `no`: never. A retry with the same key then runs the work again.
	 */
	keep: "now" | "kept" | "no";
	/**
	 * The final results of some items of a batch, by index, if the others have none yet. `keep` is then `no`, and a retry
	 * with the same key gets these results unchanged.
	 */
	settled?: Record<string, unknown>;
}

interface Reply {
	status: number;
	/** A repeated request with the same key gets exactly this text. */
	body: string;
	replayed: boolean;
}

/**
 * Source: docs/service.md, "Idempotency".
 * - A later request with the same key gets the stored answer.
 * - A concurrent request with the same key is refused.
 * - This process has a lease of the key during `work`. If it dies, the next request after the lease runs `work` again.
 * - Answers with status 200, 404 and 422 are stored, except a 200 whose `keep` is `no`. After any other answer, a retry
 *   with the same key runs `work` again.
 */
export async function runOncePerKey(
	{ db, log }: { db: Db; log: Log },
	asked: Asked,
	work: (claim: Claim) => Promise<Work>,
): Promise<Reply> {
	const owner = randomUUID();
	const claimed = await throughFailover(() => claimRequest(db, { ...asked, owner }));
	if (claimed.kind === "reused") {
		throw new Problem("idempotency_key_reused", "This Idempotency-Key was used for another path or body.");
	}
	if (claimed.kind === "working") {
		throw new Problem("request_in_progress", "A request with this Idempotency-Key is still running.");
	}
	if (claimed.kind === "answered") return { status: claimed.status, body: claimed.body, replayed: true };
	const { claim } = claimed;
	const heart = setInterval(() => void extendLease(db, claim).catch(() => {}), (leaseSeconds * 1000) / 3);
	try {
		return await perform(db, claim, work);
	} catch (error) {
		// Otherwise, the caller could retry only after the lease. If the database is lost, the caller gets its answer
		// meanwhile.
		const released = throughOutage(() => releaseRequest(db, claim), leaseSeconds * 1000).catch((cause) =>
			log.warn({ error: cause }, "an Idempotency-Key could not be released"),
		);
		if (!isOutage(error)) await released;
		throw error;
	} finally {
		clearInterval(heart);
	}
}

async function perform(db: Db, claim: Claim, work: (claim: Claim) => Promise<Work>): Promise<Reply> {
	try {
		const { result, keep, settled } = await work(claim);
		const reply = { ...success(result), replayed: false };
		if (keep === "now") await finishRequest(db, claim, reply);
		if (keep === "no") await releaseRequest(db, claim, settled, Buffer.byteLength(reply.body));
		return reply;
	} catch (error) {
		const problem = problemOf(error);
		if (!problem || (problem.status !== 404 && problem.status !== 422)) throw error;
		const reply = { status: problem.status, body: JSON.stringify(problem.body), replayed: false };
		await finishRequest(db, claim, reply);
		return reply;
	}
}

/** Stores the answer in the transaction of `change`. */
export async function changeOnce<Result>(
	db: Db,
	claim: Claim,
	change: (tx: Tx) => Promise<Result>,
): Promise<Work<Result>> {
	const { result, answer } = await db.transaction(async (tx) => {
		const changed = await change(tx);
		const stored = success(changed);
		await finishRequestIn(tx, claim, stored);
		return { result: changed, answer: stored };
	});
	await countStoredAnswer(db, claim, answer);
	return { result, keep: "kept" };
}

function success(result: unknown): { status: number; body: string } {
	return { status: 200, body: JSON.stringify({ status: true, result }) };
}

/** The order of the keys in the body does not matter. */
export function hashRequest(method: string, path: string, body: unknown): string {
	return createHash("sha256")
		.update(`${method} ${path}\n${canonical(body)}`)
		.digest("hex");
}

function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		part !== null && typeof part === "object" && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

interface Asked {
	accountId: number;
	scope: "api" | "desk";
	key: string;
	hash: string;
}

/** It ends when another worker takes over the request. */
export interface Claim {
	id: number;
	owner: string;
	/** No earlier attempt can have ordered anything. */
	isNew: boolean;
	/** From an earlier, unfinished attempt. */
	settled: Record<string, unknown>;
}

type Claimed =
	| { kind: "mine"; claim: Claim }
	| { kind: "answered"; status: number; body: string }
	| { kind: "working" }
	| { kind: "reused" };

/** The worker extends the lease while it runs. */
const leaseSeconds = 15;

const leaseEnd = sql`clock() + make_interval(secs => ${leaseSeconds})`;
const working = eq(requests.state, "working");
const lapsed = isFree(requests.leaseUntil);
const unheld = or(eq(requests.state, "answered"), lapsed);
/** Such a request is not deleted, because a retry would then place the order again. */
const hasOpenOrder = sql`exists (
	select from service.orders where orders.request_id = ${requests.id} and orders.state = 'open')`;
const aged = sql`(${requests.keptUntil} <= clock() and not ${hasOpenOrder})`;

/** A key whose storage time has passed is deleted first and then claimed as a new one. */
export async function claimRequest(db: Db, asked: Asked & { owner: string }): Promise<Claimed> {
	// Another process can delete the key between `take` and `find`.
	for (let round = 0; round < 3; round += 1) {
		const [claim] = await take(db, asked);
		if (claim) return { kind: "mine", claim };
		const [held] = await find(db, asked);
		if (held?.forgotten) await db.delete(requests).where(and(eq(requests.id, held.id), unheld, aged));
		else if (held) return judge(held, asked.hash);
	}
	return { kind: "working" };
}

/** Also takes over a key whose worker has stopped, or whose earlier claim by this owner got no answer. */
function take(db: Db, asked: Asked & { owner: string }): Promise<Claim[]> {
	return db
		.insert(requests)
		.values({ ...asked, leaseUntil: leaseEnd })
		.onConflictDoUpdate({
			target: [requests.accountId, requests.scope, requests.key],
			set: { owner: asked.owner, leaseUntil: leaseEnd, keptUntil: keepEnd },
			setWhere: sql`${working} and (${lapsed} or ${requests.owner} = ${asked.owner})
				and ${requests.hash} = ${asked.hash} and not ${aged}`,
		})
		.returning({
			id: requests.id,
			owner: requests.owner,
			// This statement is a separate transaction, so only a row that it inserted was created at this time.
			isNew: sql<boolean>`${requests.createdAt} = clock()`,
			settled: requests.settled,
		});
}

function find(db: Db, { accountId, scope, key }: Asked) {
	return db
		.select({
			id: requests.id,
			hash: requests.hash,
			status: requests.status,
			body: requests.body,
			forgotten: sql<boolean>`${aged} and (${unheld})`,
		})
		.from(requests)
		.where(and(eq(requests.accountId, accountId), eq(requests.scope, scope), eq(requests.key, key)));
}

function judge(held: { hash: string; status: number | null; body: string | null }, hash: string): Claimed {
	if (held.hash !== hash) return { kind: "reused" };
	if (held.status === null || held.body === null) return { kind: "working" };
	return { kind: "answered", status: held.status, body: held.body };
}

interface Answer {
	status: number;
	body: string;
}

/** Counts its bytes against the limit of stored answers. */
function finishRequest(db: Db, claim: Claim, answer: Answer): Promise<void> {
	return update(db, claim, answered(answer), Buffer.byteLength(answer.body));
}

/**
 * The caller calls `countStoredAnswer` after the commit: all requests of a token update the row that counts, so a
 * transaction must not lock it.
 */
function finishRequestIn(tx: Tx, claim: Claim, answer: Answer): Promise<void> {
	return update(tx, claim, answered(answer));
}

async function countStoredAnswer(db: Db, { id }: Claim, { body }: Answer): Promise<void> {
	const account = sql`(select account_id from service.requests where id = ${id} and scope = 'api')`;
	await db.execute(countAnswer(account, Buffer.byteLength(body)));
}

function answered({ status, body }: Answer) {
	return { state: "answered", status, body, keptUntil: keepEnd } as const;
}

/**
 * A retry with the same key then does not wait for the lease to expire. The `bytes` of `settled` count as those of an
 * answer.
 */
function releaseRequest(db: Db | Tx, claim: Claim, settled = claim.settled, bytes = 0): Promise<void> {
	return update(db, claim, { leaseUntil: sql`clock()`, keptUntil: keepEnd, settled }, bytes);
}

/** Returns no row if another worker has taken over the request. The caller must then call `takenOver`. */
export function extendLease(db: Db | Tx, claim: Claim) {
	return updateHeld(db, claim, { leaseUntil: leaseEnd });
}

export function takenOver(): never {
	throw new Problem("request_in_progress", "Another worker has taken over this request; it is still running.");
}

/** A retry of the request then still gets the outcome of its order. */
export async function keepRequest(db: Db, id: number): Promise<void> {
	await db.update(requests).set({ keptUntil: keepEnd }).where(eq(requests.id, id));
}

/** Only for the worker that processes the request (`owner`). Throws if another worker has taken over. */
async function update(db: Db | Tx, claim: Claim, set: PgUpdateSetSource<typeof requests>, bytes = 0): Promise<void> {
	const change = updateHeld(db, claim, set);
	const changed = db.$with("changed").as(change);
	const account = sql`(select account_id from changed where scope = 'api')`;
	const counted = db.$with("counted", {}).as(countAnswer(account, bytes));
	const rows = bytes === 0 ? await change : await db.with(changed, counted).select().from(changed);
	if (rows.length === 0) takenOver();
}

function updateHeld(db: Db | Tx, { id, owner }: Claim, set: PgUpdateSetSource<typeof requests>) {
	return db
		.update(requests)
		.set(set)
		.where(and(eq(requests.id, id), eq(requests.owner, owner), working))
		.returning({ id: requests.id, accountId: requests.accountId, scope: requests.scope });
}
