import { randomBytes } from "node:crypto";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { accounts, connections, people } from "./schema/people.ts";
import { balanceChanges } from "./schema/trade.ts";

export type Account = typeof accounts.$inferSelect;

/**
 * Returns the account that has this `userId` at the service. Inserts the account if it is missing. Changes at most two
 * columns of an existing account: `ownerId` is set if the account has no owner. `sandbox` becomes true if the given
 * value is true.
 */
export async function keepAccount(
	db: Db | Tx,
	account: { serviceUrl: string; userId: number; receiverPath: string; ownerId?: number; sandbox?: boolean },
): Promise<Account> {
	const [row] = await db
		.insert(accounts)
		.values(account)
		.onConflictDoUpdate({
			target: [accounts.serviceUrl, accounts.userId],
			set: {
				ownerId: sql`coalesce(${accounts.ownerId}, excluded.owner_id)`,
				sandbox: sql`${accounts.sandbox} or excluded.sandbox`,
			},
		})
		.returning();
	if (!row) throw new Error("an upsert returns its row");
	return row;
}

/** Sets the account's owner; null removes the owner. Inserts the account first if it is missing. */
export async function setAccountOwner(
	tx: Tx,
	account: { serviceUrl: string; userId: number; receiverPath: string; sandbox: boolean },
	ownerId: number | null,
): Promise<void> {
	const { id } = await keepAccount(tx, account);
	await tx.update(accounts).set({ ownerId }).where(eq(accounts.id, id));
}

export async function findAccount(db: Db | Tx, id: number): Promise<Account | undefined> {
	const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
	return row;
}

/**
 * Locks the account's row until the transaction ends. Every transaction that changes who is connected to the account
 * takes this lock.
 */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
	await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for("no key update");
}

/** Returns the oldest account with play money (`sandbox`) that this person owns at the service. */
export async function findSandboxAccount(
	db: Db | Tx,
	personId: number,
	serviceUrl: string,
): Promise<Account | undefined> {
	const [row] = await db
		.select()
		.from(accounts)
		.where(and(eq(accounts.ownerId, personId), eq(accounts.serviceUrl, serviceUrl), accounts.sandbox))
		.orderBy(accounts.id)
		.limit(1);
	return row;
}

/**
 * Returns the accounts whose webhook URL must be set again. The bot set their current URL when it had another address.
 * A URL consists of `receiverBase`, which is the bot's present address, and a last part that differs per account.
 */
export async function accountsWithOutdatedWebhook(
	db: Db,
	serviceUrl: string,
	receiverBase: string,
): Promise<Account[]> {
	return db
		.select()
		.from(accounts)
		.where(
			and(
				eq(accounts.serviceUrl, serviceUrl),
				isNotNull(accounts.webhookUrl),
				ne(accounts.webhookUrl, sql`${receiverBase}::text || ${accounts.receiverPath}`),
			),
		);
}

/**
 * Raises the account's `adminSequence` by one. The next call to the service's admin API then gets a new idempotency
 * key. Returns false and changes nothing if another caller has raised the number since the row was read.
 */
export async function raiseAdminSequence(db: Db | Tx, { id, adminSequence }: Account): Promise<boolean> {
	const rows = await db
		.update(accounts)
		.set({ adminSequence: adminSequence + 1 })
		.where(and(eq(accounts.id, id), eq(accounts.adminSequence, adminSequence)))
		.returning({ id: accounts.id });
	return rows.length > 0;
}

export async function saveWebhook(
	db: Db | Tx,
	id: number,
	webhook: { webhookUrl: string | null; webhookSecret?: string | null; webhookSecretOld?: string | null },
): Promise<void> {
	await db.update(accounts).set(webhook).where(eq(accounts.id, id));
}

/**
 * Stores a balance that the service reported, and its change. Returns the previous balance (null if there was none), the
 * people to warn of the new one, and the time. Returns undefined and stores nothing in these cases:
 * - The balance is unchanged.
 * - `warns` is false, and people must be warned or another transaction has locked the account.
 * - Another call has stored a lower balance since the caller read the account. The given balance may then be an old
 *   one. Storing it would raise the balance again, and the next report would warn people of the same drop twice.
 *
 * With `warns`, the caller must have called `lockAccount` before. If this statement waited for the lock itself, it would
 * not see people who were connected during the wait.
 */
export async function keepBalance(
	tx: Db | Tx,
	{ id, balanceCents: loaded }: Account,
	balanceCents: number,
	{ warns }: { warns: boolean },
): Promise<{ before: number | null; toWarn: number[]; now: Date } | undefined> {
	const toWarn = peopleToWarn(tx, id, { from: sql`old.before`, to: balanceCents });
	const [row] = await tx.execute<{ before: string | null; toWarn: string[]; now: Date }>(sql`
		with kept as (
			update ${accounts} set balance_cents = ${balanceCents}
			from (
				select id, balance_cents as before from ${accounts} where id = ${id}
				for no key update ${warns ? sql`` : sql`skip locked`}
			) old
			where ${accounts.id} = old.id and old.before is distinct from ${balanceCents}
				and (old.before is not distinct from ${loaded}::bigint or old.before is null or old.before >= ${balanceCents})
				and (${warns} or not exists (${toWarn}))
			returning old.before, array(${toWarn}) as "toWarn", clock() as now
		), change as (
			insert into ${balanceChanges} (account_id, at, before_cents, after_cents)
			select ${id}, now, before, ${balanceCents} from kept
		)
		select * from kept`);
	if (!row) return undefined;
	const { before, toWarn: warned, now } = row;
	return { before: before === null ? null : Number(before), toWarn: warned.map(Number), now };
}

/**
 * The query for the people to warn of a low balance. They have access to the account, and the balance has just fallen below
 * the limit that they chose. `fell`: the balance before and after, in cents.
 */
function peopleToWarn(tx: Db | Tx, accountId: number, fell: { from: SQL; to: number }) {
	const low = people.lowBalanceCents;
	const passed = sql`${low} > ${fell.to}::bigint and ${low} <= ${fell.from}::bigint`;
	const found = tx.select({ personId: connections.personId }).from(connections);
	return found
		.innerJoin(accounts, eq(accounts.id, connections.accountId))
		.innerJoin(people, eq(people.id, connections.personId))
		.where(and(eq(connections.accountId, accountId), passed, givesAccess));
}

/** Returns the people with access to an account. They receive the notifications about the account. */
export async function peopleOf(db: Db | Tx, accountId: number): Promise<number[]> {
	const rows = await withAccess(db, eq(connections.accountId, accountId));
	return rows.map((row) => row.personId);
}

/**
 * True if the person has access to the account. A connection whose token was refused gives access only to the account's
 * owner.
 */
export async function isConnected(db: Db | Tx, personId: number, accountId: number): Promise<boolean> {
	const rows = await withAccess(db, and(eq(connections.personId, personId), eq(connections.accountId, accountId)));
	return rows.length > 0;
}

/** Returns the row ids of the accounts that a person has access to. */
export async function accountsOf(db: Db | Tx, personId: number): Promise<number[]> {
	const rows = await withAccess(db, eq(connections.personId, personId));
	return rows.map((row) => row.accountId);
}

/** True if the account has no connection left, not even one with a refused token. */
export async function isDeserted(db: Db | Tx, accountId: number): Promise<boolean> {
	return (await db.$count(connections, eq(connections.accountId, accountId))) === 0;
}

/** A connection whose token was refused gives access only to the account's owner. */
const givesAccess = or(ne(connections.state, "needs_token"), eq(accounts.ownerId, connections.personId));

function withAccess(db: Db | Tx, where: SQL | undefined) {
	return db
		.select({ personId: connections.personId, accountId: accounts.id })
		.from(connections)
		.innerJoin(accounts, eq(accounts.id, connections.accountId))
		.innerJoin(people, eq(people.id, connections.personId))
		.where(and(where, givesAccess));
}

/** Returns an unguessable URL path that receives one account's webhook events. */
export function newReceiverPath(): string {
	return randomBytes(24).toString("base64url");
}
