import { limits } from "@domains/contract/limits.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault/index.ts";
import { eq, sql } from "drizzle-orm";
import { canonicalEntry } from "../addresses.ts";
import { quote } from "../refusal.ts";
import type { Registrar } from "../registrar/port.ts";
import { accounts, rates } from "../schema/accounts.ts";
import { ledger } from "../schema/trade.ts";
import { createToken, hashToken, tokenWith } from "../token.ts";
import { AdminRefusal } from "./calls.ts";
import { lockAccount } from "./show.ts";

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
