import { randomUUID } from "node:crypto";
import { limits } from "@domains/contract/limits.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault.ts";
import { eq, sql } from "drizzle-orm";
import { canonicalEntry, createSecret, createToken, hashToken, tokenWith } from "../access.ts";
import { quote } from "../refusal.ts";
import type { Registrar } from "../registrar/port.ts";
import { accounts, ledger, rates } from "../schema.ts";
import { type Deliverer, findWebhook, sealSecret, signingSecret } from "../webhooks/deliver.ts";
import { type TargetProblem, type Targets, targetProblem } from "../webhooks/guard.ts";
import { AdminRefusal, lockAccount, noAccount } from "./calls.ts";

const openingCents = 50_000;
/** Far above any real balance, and far below the limit of an integer column. */
const maxCents = 1_000_000_000;

interface Opening {
	balanceCents?: number;
	whitelist?: string[];
}

/** Throws a refusal if the balance is below the minimum for a token. */
export async function openAccount(tx: Tx, { balanceCents = openingCents, whitelist = [] }: Opening) {
	requireCents(balanceCents, 0);
	requireTokenBalance(balanceCents);
	const entries = readWhitelist(whitelist);
	const { token, columns } = newToken();
	const [account] = await tx
		.insert(accounts)
		.values({ balanceCents, whitelist: entries, ...columns })
		.returning({ id: accounts.id });
	if (!account) throw new Error("the insert of an account returned no row");
	await tx
		.insert(ledger)
		.values({ accountId: account.id, kind: "opening", balanceCents, heldCents: 0, note: "sandbox money" });
	return { userId: account.id, token, balanceCents, whitelist: entries };
}

/** The token follows from the operator's key, so it is stored nowhere. A new key leads to a new account. */
export async function openReader(db: Db, vault: Vault, whitelist: readonly string[]): Promise<{ token: string }> {
	const token = tokenWith(vault.fingerprint("the account of the operator for lookups"));
	const entries = readWhitelist(whitelist);
	await db
		.insert(accounts)
		.values({ whitelist: entries, ...columnsOf(token) })
		.onConflictDoUpdate({ target: accounts.tokenHash, set: { whitelist: entries } });
	return { token };
}

/**
 * The only account of a remote registrar. The first who opens it owns it. Throws a refusal if there is one, or if the
 * credit is below the minimum for a token.
 */
export async function openOwner(
	tx: Tx,
	{ name, playMoney }: Pick<Registrar, "name" | "playMoney">,
	balanceCents: number,
	whitelist: readonly string[],
) {
	// Two people may open it at the same time.
	await tx.execute(sql`lock table ${accounts} in share row exclusive mode`);
	const [other] = await tx.select({ id: accounts.id }).from(accounts).limit(1);
	if (other) throw new AdminRefusal("forbidden", `This ${name} account has its owner. Ask them for an API token.`);
	requireTokenBalance(balanceCents);
	const entries = readWhitelist(whitelist);
	const { token, columns } = newToken();
	const row = { balanceCents, sandbox: playMoney, whitelist: entries, ...columns };
	const [account] = await tx.insert(accounts).values(row).returning({ id: accounts.id });
	if (!account) throw new Error("the insert of an account returned no row");
	await tx
		.insert(ledger)
		.values({ accountId: account.id, kind: "opening", balanceCents, heldCents: 0, note: `credit at ${name}` });
	return { userId: account.id, token, balanceCents, whitelist: entries };
}

/**
 * The new token takes over the counters of the rate limit, so it is blocked if the previous one was. Throws a refusal
 * if the balance is below the minimum for a token.
 */
export async function issueToken(tx: Tx, userId: number): Promise<{ token: string }> {
	const account = await lockAccount(tx, userId);
	requireTokenBalance(account.balanceCents);
	const { token, columns } = newToken();
	await tx.update(accounts).set(columns).where(eq(accounts.id, userId));
	if (account.tokenHash !== null) {
		await tx.update(rates).set({ tokenHash: columns.tokenHash }).where(eq(rates.tokenHash, account.tokenHash));
	}
	return { token };
}

export async function setApi(tx: Tx, userId: number, apiEnabled: boolean): Promise<void> {
	await lockAccount(tx, userId);
	await tx.update(accounts).set({ apiEnabled }).where(eq(accounts.id, userId));
}

export async function credit(tx: Tx, userId: number, cents: number): Promise<void> {
	requireCents(cents, -maxCents);
	const account = await lockAccount(tx, userId);
	const balanceCents = account.balanceCents + cents;
	if (balanceCents < 0) throw new AdminRefusal("insufficient_funds", "The balance would fall below zero.");
	if (balanceCents + account.heldCents > maxCents) {
		throw new AdminRefusal("validation_error", "The balance would exceed its maximum.");
	}
	await tx.update(accounts).set({ balanceCents }).where(eq(accounts.id, userId));
	await tx.insert(ledger).values({ accountId: userId, kind: "credit", balanceCents: cents, heldCents: 0 });
}

export async function setWhitelist(tx: Tx, userId: number, texts: readonly string[]): Promise<void> {
	await lockAccount(tx, userId);
	await tx
		.update(accounts)
		.set({ whitelist: readWhitelist(texts) })
		.where(eq(accounts.id, userId));
}

export async function editWhitelist(
	tx: Tx,
	userId: number,
	{ add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<void> {
	const { whitelist } = await lockAccount(tx, userId);
	const removed = new Set(readWhitelist(remove));
	const kept = whitelist.filter((entry) => !removed.has(entry));
	await setWhitelist(tx, userId, [...kept, ...add]);
}

function newToken() {
	const token = createToken();
	return { token, columns: columnsOf(token) };
}

function columnsOf(token: string) {
	return { tokenHash: hashToken(token), tokenLastFour: token.slice(-4), tokenIssuedAt: sql`clock()` };
}

function readWhitelist(texts: readonly string[]): string[] {
	const entries = texts.map((text) => {
		const entry = canonicalEntry(text);
		if (entry !== undefined) return entry;
		const part = quote(text);
		throw new AdminRefusal("validation_error", `${part} is not an address or network.`, { problem: "entry", part });
	});
	const distinct = [...new Set(entries)];
	if (distinct.length <= limits.whitelistEntries) return distinct;
	const maxEntries = limits.whitelistEntries;
	throw new AdminRefusal("validation_error", `A whitelist has at most ${maxEntries} entries.`, { problem: "entries" });
}

function requireTokenBalance(cents: number): void {
	if (cents >= limits.tokenBalanceCents) return;
	throw new AdminRefusal("insufficient_funds", "A token requires a balance of at least 40 USD.");
}

function requireCents(cents: number, minCents: number): void {
	if (Number.isSafeInteger(cents) && cents >= minCents && cents <= maxCents) return;
	throw new AdminRefusal("validation_error", "The amount is out of range.");
}

const sentences: Record<TargetProblem, string> = {
	not_a_url: "This is not a URL.",
	not_https: "The address must use https.",
	credentials: "The address must not contain a user name or password.",
	not_public: "The address must be public.",
	not_receiver: "On this bot's own address, only its event receivers are allowed.",
};

const longestUrl = 2_000;

export async function setWebhook(
	tx: Tx,
	vault: Vault,
	targets: Targets,
	userId: number,
	{ url, enabled = true }: { url: string | null; enabled?: boolean },
): Promise<{ secret: string | null }> {
	const account = await lockAccount(tx, userId);
	if (url === null) {
		const none = { webhookUrl: null, webhookSecret: null, webhookNextSecret: null, webhookNextFrom: null };
		await tx
			.update(accounts)
			.set({ ...none, webhookEnabled: false })
			.where(eq(accounts.id, userId));
		return { secret: null };
	}
	const problem = url.length > longestUrl ? "not_a_url" : targetProblem(url, targets);
	if (problem) throw new AdminRefusal("validation_error", sentences[problem], { problem: `target_${problem}` });
	const secret = account.webhookSecret === null ? createSecret() : null;
	await tx
		.update(accounts)
		.set({
			webhookUrl: url,
			webhookEnabled: enabled,
			...(secret !== null && { webhookSecret: sealSecret(vault, userId, secret) }),
		})
		.where(eq(accounts.id, userId));
	return { secret };
}

export async function setWebhookEnabled(tx: Tx, userId: number, enabled: boolean): Promise<void> {
	const account = await lockAccount(tx, userId);
	if (enabled && account.webhookUrl === null) throw noAddress();
	await tx.update(accounts).set({ webhookEnabled: enabled }).where(eq(accounts.id, userId));
}

/**
 * The new secret replaces the current one after `limits.secretRotationHours`. The secret of an unfinished rotation
 * first becomes the current one if it is due. Otherwise, it is discarded.
 */
export async function rotateSecret(
	tx: Tx,
	vault: Vault,
	userId: number,
): Promise<{ secret: string; usedFrom: string }> {
	await lockAccount(tx, userId);
	await promoteDueSecret(tx, userId);
	const secret = createSecret();
	const [row] = await tx
		.update(accounts)
		.set({
			webhookNextSecret: sealSecret(vault, userId, secret),
			webhookNextFrom: sql`clock() + make_interval(hours => ${limits.secretRotationHours})`,
		})
		.where(sql`${accounts.id} = ${userId} and ${accounts.webhookSecret} is not null`)
		.returning({ usedFrom: accounts.webhookNextFrom });
	if (!row?.usedFrom) throw noAddress();
	return { secret, usedFrom: row.usedFrom.toISOString() };
}

export async function useNextSecret(tx: Tx, userId: number): Promise<void> {
	const account = await lockAccount(tx, userId);
	if (account.webhookNextSecret === null) {
		const reason = { problem: "secret_missing" } as const;
		throw new AdminRefusal("validation_error", "There is no new secret: rotate it first.", reason);
	}
	await promote(tx, userId, account.webhookNextSecret);
}

export async function testWebhook(db: Db, vault: Vault, deliverer: Deliverer, userId: number) {
	const webhook = await findWebhook(db, userId);
	if (!webhook) throw noAccount(userId);
	const secret = signingSecret(vault, webhook);
	if (webhook.webhookUrl === null || secret === undefined) throw noAddress();
	const type = "webhook.test";
	const body = JSON.stringify({ event: type, occurred_at: webhook.now.toISOString() });
	const parcel = { url: webhook.webhookUrl, secret, type, id: `evt_test_${randomUUID()}`, body, at: webhook.now };
	const { statusCode, error } = await deliverer.deliver(parcel);
	return { delivered: error === null, statusCode, error };
}

async function promoteDueSecret(tx: Tx, userId: number): Promise<void> {
	const webhook = await findWebhook(tx, userId);
	if (webhook?.nextIsDue && webhook.webhookNextSecret !== null) await promote(tx, userId, webhook.webhookNextSecret);
}

async function promote(tx: Tx, userId: number, secret: string): Promise<void> {
	await tx
		.update(accounts)
		.set({ webhookSecret: secret, webhookNextSecret: null, webhookNextFrom: null })
		.where(eq(accounts.id, userId));
}

function noAddress(): AdminRefusal {
	return new AdminRefusal("validation_error", "Set a webhook address first.", { problem: "target_missing" });
}
