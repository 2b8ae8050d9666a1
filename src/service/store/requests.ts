import { and, eq, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../../postgres/connect.ts";
import { Problem } from "../problem.ts";
import { keepEnd, requests } from "../schema/requests.ts";

export interface Asked {
	accountId: number;
	scope: "api" | "desk";
	key: string;
	hash: string;
}

/** The right to work on a request, as long as nobody else has taken it over. */
export interface Claim {
	id: number;
	owner: string;
	/** Items that an earlier, unfinished answer settled for good. */
	settled: Record<string, unknown>;
}

export type Claimed =
	| { kind: "mine"; claim: Claim }
	| { kind: "answered"; status: number; body: string }
	| { kind: "working" }
	| { kind: "reused" };

/** A worker that was killed is taken over after this time; one that lives extends its lease. */
export const leaseSeconds = 15;

const leaseEnd = sql`clock() + make_interval(secs => ${leaseSeconds})`;
const working = eq(requests.state, "working");
const lapsed = sql`${requests.leaseUntil} <= clock()`;
const unheld = or(eq(requests.state, "answered"), lapsed);
/** An order that is open is found out about and never done again, however long that takes. */
const hasOpenOrder = sql`exists (
	select from service.orders where orders.request_id = ${requests.id} and orders.state = 'open')`;
const aged = sql`(${requests.keptUntil} <= clock() and not ${hasOpenOrder})`;

/** Takes the key, or says who has it. A key is forgotten 24 hours after its last answer. */
export async function claimRequest(db: Db, asked: Asked & { owner: string }): Promise<Claimed> {
	// A key that is forgotten between two statements makes one more round.
	for (let round = 0; round < 3; round += 1) {
		const [claim] = await take(db, asked);
		if (claim) return { kind: "mine", claim };
		const [held] = await find(db, asked);
		if (held?.forgotten) await forget(db, held.id);
		else if (held) return judge(held, asked.hash);
	}
	return { kind: "working" };
}

/** A new key, or one whose worker is gone. */
function take(db: Db, asked: Asked & { owner: string }): Promise<Claim[]> {
	return db
		.insert(requests)
		.values({ ...asked, leaseUntil: leaseEnd })
		.onConflictDoUpdate({
			target: [requests.accountId, requests.scope, requests.key],
			set: { owner: asked.owner, leaseUntil: leaseEnd, keptUntil: keepEnd },
			setWhere: sql`${working} and ${lapsed} and ${requests.hash} = ${asked.hash} and not ${aged}`,
		})
		.returning({ id: requests.id, owner: requests.owner, settled: requests.settled });
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

async function forget(db: Db, id: number): Promise<void> {
	await db.delete(requests).where(and(eq(requests.id, id), unheld, aged));
}

function judge(held: { hash: string; status: number | null; body: string | null }, hash: string): Claimed {
	if (held.hash !== hash) return { kind: "reused" };
	if (held.status === null || held.body === null) return { kind: "working" };
	return { kind: "answered", status: held.status, body: held.body };
}

/** Keeps the answer: in the transaction of the change, where the change is all there is to it. */
export function finishRequest(db: Db | Tx, claim: Claim, answer: { status: number; body: string }): Promise<void> {
	return update(db, claim, { state: "answered", status: answer.status, body: answer.body, keptUntil: keepEnd });
}

/** Lets the key be tried again at once, remembering what is settled already. */
export function releaseRequest(db: Db | Tx, claim: Claim, settled = claim.settled): Promise<void> {
	return update(db, claim, { leaseUntil: sql`clock()`, keptUntil: keepEnd, settled });
}

/** Says that the worker lives. */
export function extendLease(db: Db | Tx, claim: Claim): Promise<void> {
	return update(db, claim, { leaseUntil: leaseEnd });
}

/** Keeps a key whose order is settled without it: whoever sends it again hears of that order. */
export async function keepRequest(db: Db, id: number): Promise<void> {
	await db.update(requests).set({ keptUntil: keepEnd }).where(eq(requests.id, id));
}

/** Only whoever holds the claim may write; another one that has taken over makes this one stop. */
async function update(db: Db | Tx, { id, owner }: Claim, set: PgUpdateSetSource<typeof requests>): Promise<void> {
	const rows = await db
		.update(requests)
		.set(set)
		.where(and(eq(requests.id, id), eq(requests.owner, owner), working))
		.returning({ id: requests.id });
	if (rows.length === 0) throw new Problem("request_in_progress", "This request was taken over and is still running.");
}
