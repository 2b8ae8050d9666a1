import { createHash } from "node:crypto";
import type { AdminAccount, AdminCode, AdminReason, AdminResult } from "@domains/contract/admin.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type Place, type Resealed, reencryptRows, type Vault } from "@domains/kit/vault.ts";
import { eq, sql } from "drizzle-orm";
import { Problem } from "../problem.ts";
import { Refusal } from "../refusal.ts";
import { type Registrar, RegistrarBusy, RegistrarFailure } from "../registrar/port.ts";
import { accounts, adminCalls, edgeProfiles, presets } from "../schema.ts";

/** A refused call changes nothing. */
export class AdminRefusal extends Error {
	override readonly name = "AdminRefusal";
	readonly code: AdminCode;
	readonly reason: AdminReason | undefined;

	constructor(code: AdminCode, message: string, reason?: AdminReason) {
		super(message);
		this.code = code;
		this.reason = reason;
	}
}

export async function outcome<Value>(call: () => Promise<Value>): Promise<AdminResult<Value>> {
	try {
		return { kind: "done", value: await call() };
	} catch (error) {
		if (error instanceof RegistrarFailure || error instanceof RegistrarBusy) {
			return { kind: "refused", code: "provider_error", message: error.message };
		}
		if (error instanceof AdminRefusal || error instanceof Refusal || error instanceof Problem) {
			const { code, message } = error;
			const reason = error instanceof AdminRefusal && error.reason;
			return { kind: "refused", code, message, ...(reason && { reason }) };
		}
		throw error;
	}
}

/**
 * Stores the result in the transaction of `work`, encrypted, because it may contain a token. `call` is the name and the
 * arguments of the admin call.
 * - A later call with the same key and the same `call` gets the stored result. With a different `call`, it is refused.
 * - A refusal by `work` is not stored, so the caller can repeat the call with the same key.
 */
export async function callOnce<Memo>(
	{ db, vault }: { db: Db; vault: Vault },
	key: string,
	call: readonly unknown[],
	work: (tx: Tx) => Promise<Memo>,
): Promise<Memo> {
	if (key === "") throw new AdminRefusal("bad_request", "Every change needs an idempotency key.");
	const place = placeOf(key);
	const hash = createHash("sha256").update(JSON.stringify(call)).digest("hex");
	return await db.transaction(async (tx) => {
		const [mine] = await tx.insert(adminCalls).values({ key, hash, memo: "" }).onConflictDoNothing().returning();
		if (mine) {
			const memo = await work(tx);
			const sealed = vault.seal(JSON.stringify(memo), place);
			await tx.update(adminCalls).set({ memo: sealed }).where(eq(adminCalls.key, key));
			return memo;
		}
		const [kept] = await tx.select().from(adminCalls).where(eq(adminCalls.key, key));
		if (!kept) throw new Error(`the stored result of the call ${key} is missing`);
		if (kept.hash !== hash) {
			throw new AdminRefusal("idempotency_key_reused", "This key was used for another change.");
		}
		// The hashes are equal, so a call with the same name and arguments stored this value. Its type is therefore Memo.
		return JSON.parse(vault.open(kept.memo, place)) as Memo;
	});
}

/** Repeated calls then still work after an old encryption key is removed. */
export async function reencryptCalls(db: Db, vault: Vault): Promise<Resealed> {
	const rows = await db.select({ key: adminCalls.key, memo: adminCalls.memo }).from(adminCalls);
	return await reencryptRows(
		vault,
		rows,
		({ memo }) => [memo],
		({ key, memo }) => {
			const place = placeOf(key);
			return db
				.update(adminCalls)
				.set({ memo: vault.seal(vault.open(memo, place), place) })
				.where(eq(adminCalls.key, key));
		},
	);
}

/** The former names `desk_calls` and `desk` must not change, or stored results become unreadable. */
function placeOf(key: string): Place {
	return { table: "service.desk_calls", row: key, owner: "desk", purpose: "memo" };
}

export async function showAccount(
	db: Db | Tx,
	registrar: Pick<Registrar, "nameservers">,
	userId: number,
): Promise<AdminAccount> {
	const [row] = await db
		.select({ account: accounts, rotating: sql<boolean>`coalesce(${accounts.webhookNextFrom} > clock(), false)` })
		.from(accounts)
		.where(eq(accounts.id, userId));
	if (!row) throw noAccount(userId);
	const { account, rotating } = row;
	return {
		userId,
		balanceCents: account.balanceCents,
		sandbox: account.sandbox,
		apiEnabled: account.apiEnabled,
		token:
			account.tokenLastFour !== null && account.tokenIssuedAt
				? { lastFour: account.tokenLastFour, issuedAt: account.tokenIssuedAt }
				: null,
		whitelist: account.whitelist,
		webhook: {
			url: account.webhookUrl,
			enabled: account.webhookEnabled,
			rotation: rotating && account.webhookNextFrom ? { usedFrom: account.webhookNextFrom } : null,
		},
		defaults: {
			nameserverPresetKey: account.defaultPresetKey,
			edgeProfileKey: account.defaultEdgeKey,
			defaultTtl: account.defaultTtl,
		},
		ownNameservers: registrar.nameservers,
		presets: await db
			.select({ key: presets.key, nameservers: presets.nameservers })
			.from(presets)
			.where(eq(presets.accountId, userId))
			.orderBy(presets.key),
		edgeProfiles: await db
			.select({ key: edgeProfiles.key, enabled: edgeProfiles.enabled, zones: edgeProfiles.zones })
			.from(edgeProfiles)
			.where(eq(edgeProfiles.accountId, userId))
			.orderBy(edgeProfiles.key),
	};
}

export async function lockAccount(tx: Tx, userId: number) {
	const [account] = await tx.select().from(accounts).where(eq(accounts.id, userId)).for("no key update");
	if (!account) throw noAccount(userId);
	return account;
}

export function noAccount(userId: number): AdminRefusal {
	return new AdminRefusal("account_not_found", `There is no account ${userId}.`);
}
