import { createHash, randomUUID } from "node:crypto";
import type { Log } from "@domains/kit/log.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { isOutage, throughOutage } from "@domains/kit/postgres/outage.ts";
import { Problem, problemOf } from "./problem.ts";
import {
	type Asked,
	type Claim,
	claimRequest,
	countStoredAnswer,
	extendLease,
	finishRequest,
	finishRequestIn,
	leaseSeconds,
	releaseRequest,
} from "./store/requests.ts";
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

export interface Reply {
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
