import { createHash, randomUUID } from "node:crypto";
import type { Log } from "../log.ts";
import type { Db, Tx } from "../postgres/connect.ts";
import { Problem, problemOf } from "./problem.ts";
import {
	type Asked,
	type Claim,
	claimRequest,
	extendLease,
	finishRequest,
	leaseSeconds,
	releaseRequest,
} from "./store/requests.ts";

/** What a piece of work came to. */
export interface Work<Result = unknown> {
	result: Result;
	/** `now`: keep the answer; `kept`: it was kept in the work's own transaction; `no`: the key stays open. */
	keep: "now" | "kept" | "no";
	/** With `no`: items that keep their answer although the whole has none yet. */
	settled?: Record<string, unknown>;
}

export interface Reply {
	status: number;
	/** The very text that was, or will be, sent for this key. */
	body: string;
	replayed: boolean;
}

/**
 * Does `work` once for a key: a second request with the same key gets the kept answer, one that comes while the first
 * runs is told so, and one whose work was cut off takes it over under the same claim. Answers 2xx, 404 and 422 are kept;
 * whatever else the work throws leaves the key open, to be tried again. Source: docs/service.md, "Idempotency".
 */
export async function once(
	{ db, log }: { db: Db; log: Log },
	asked: Asked,
	work: (claim: Claim) => Promise<Work>,
): Promise<Reply> {
	const claimed = await claimRequest(db, { ...asked, owner: randomUUID() });
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
		// The lease would lapse by itself; given back at once, the key can be tried again at once.
		await releaseRequest(db, claim).catch((cause) => log.warn({ error: cause }, "a key could not be given back"));
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
		if (keep === "no") await releaseRequest(db, claim, settled);
		return reply;
	} catch (error) {
		const problem = problemOf(error);
		if (!problem || (problem.status !== 404 && problem.status !== 422)) throw error;
		const reply = { status: problem.status, body: JSON.stringify(problem.body), replayed: false };
		await finishRequest(db, claim, reply);
		return reply;
	}
}

/** Work that is one transaction: the change and the answer that is kept for it stand or fall together. */
export async function changeOnce<Result>(
	db: Db,
	claim: Claim,
	change: (tx: Tx) => Promise<Result>,
): Promise<Work<Result>> {
	return await db.transaction(async (tx) => {
		const result = await change(tx);
		await finishRequest(tx, claim, success(result));
		return { result, keep: "kept" };
	});
}

function success(result: unknown): { status: number; body: string } {
	return { status: 200, body: JSON.stringify({ status: true, result }) };
}

/** What makes two requests the same: method, path and the body's meaning; the order of its keys does not matter. */
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
