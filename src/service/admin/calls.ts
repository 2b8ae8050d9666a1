import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { AdminReason, AdminResult, DeskCode } from "../../contract/admin.ts";
import type { Db, Tx } from "../../postgres/connect.ts";
import type { Place, Vault } from "../../vault/index.ts";
import { type Resealed, reencryptRows } from "../../vault/rotate.ts";
import { Problem } from "../problem.ts";
import { Refusal } from "../refusal.ts";
import { deskCalls } from "../schema/accounts.ts";

/** The desk says no; nothing was changed. */
export class DeskRefusal extends Error {
	override readonly name = "DeskRefusal";
	readonly code: DeskCode;
	readonly reason: AdminReason | undefined;

	constructor(code: DeskCode, message: string, reason?: AdminReason) {
		super(message);
		this.code = code;
		this.reason = reason;
	}
}

/** Runs a call of the desk and says what came of it, refusals included. */
export async function outcome<Value>(call: () => Promise<Value>): Promise<AdminResult<Value>> {
	try {
		return { kind: "done", value: await call() };
	} catch (error) {
		if (error instanceof DeskRefusal || error instanceof Refusal || error instanceof Problem) {
			const { code, message } = error;
			const reason = error instanceof DeskRefusal && error.reason;
			return { kind: "refused", code, message, ...(reason && { reason }) };
		}
		throw error;
	}
}

/**
 * Does `work` once for a key, in one transaction with the memory of it. The memo is what a repeated call is answered
 * from; it is sealed, because it may hold a token. A refused call is not remembered.
 */
export async function callOnce<Memo>(
	{ db, vault }: { db: Db; vault: Vault },
	key: string,
	call: readonly unknown[],
	work: (tx: Tx) => Promise<Memo>,
): Promise<Memo> {
	if (key === "") throw new DeskRefusal("bad_request", "Every change needs a key of its own.");
	const place = placeOf(key);
	const hash = createHash("sha256").update(JSON.stringify(call)).digest("hex");
	return await db.transaction(async (tx) => {
		const [mine] = await tx.insert(deskCalls).values({ key, hash, memo: "" }).onConflictDoNothing().returning();
		if (mine) {
			const memo = await work(tx);
			const sealed = vault.seal(JSON.stringify(memo), place);
			await tx.update(deskCalls).set({ memo: sealed }).where(eq(deskCalls.key, key));
			return memo;
		}
		const [kept] = await tx.select().from(deskCalls).where(eq(deskCalls.key, key));
		if (!kept) throw new Error(`the memory of the call ${key} is gone`);
		if (kept.hash !== hash) {
			throw new DeskRefusal("idempotency_key_reused", "This key was used for another change.");
		}
		// Written above by the same call with the same arguments, so in the same shape.
		return JSON.parse(vault.open(kept.memo, place)) as Memo;
	});
}

/** Seals with the current key what an old one sealed, so that a call of yesterday is still answered when that one is gone. */
export async function reencryptCalls(db: Db, vault: Vault): Promise<Resealed> {
	const rows = await db.select({ key: deskCalls.key, memo: deskCalls.memo }).from(deskCalls);
	return await reencryptRows(
		vault,
		rows,
		({ memo }) => [memo],
		({ key, memo }) => {
			const place = placeOf(key);
			return db
				.update(deskCalls)
				.set({ memo: vault.seal(vault.open(memo, place), place) })
				.where(eq(deskCalls.key, key));
		},
	);
}

function placeOf(key: string): Place {
	return { table: "service.desk_calls", row: key, owner: "desk", purpose: "memo" };
}
