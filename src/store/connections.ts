import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault.ts";
import { and, asc, desc, eq, gt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import { accounts, type ConnectionState, connections, people, services } from "./schema/people.ts";

export type ConnectionRow = typeof connections.$inferSelect;
/** A connection with its account. `account` is null until the service has said which account the token belongs to. */
export type Connected = ConnectionRow & { account: Account | null };

/**
 * True if this connection gives its person access to the account. A connection whose token was refused gives access
 * only to the account's owner. `isConnected` in `accounts.ts` applies the same rule in a query.
 */
export function givesAccess({ account, state, personId }: Connected): boolean {
	return account !== null && (state !== "needs_token" || account.ownerId === personId);
}

export async function activeConnection(db: Db | Tx, personId: number): Promise<Connected | undefined> {
	return (await select(db, and(eq(connections.personId, personId), connections.active)))[0];
}

export async function connectionsOf(db: Db | Tx, personId: number): Promise<Connected[]> {
	return select(db, eq(connections.personId, personId));
}

export async function findConnection(db: Db | Tx, personId: number, id: number): Promise<Connected | undefined> {
	return (await select(db, and(eq(connections.personId, personId), eq(connections.id, id))))[0];
}

/** Finds a connection by its row id, whichever person it belongs to. The caller must check the access. */
export async function connectionById(db: Db | Tx, id: number): Promise<Connected | undefined> {
	return (await select(db, eq(connections.id, id)))[0];
}

/**
 * Returns a connection of the account that has a working token. Prefers this person's connection to another person's.
 */
export async function liveConnection(db: Db | Tx, accountId: number, personId: number): Promise<Connected | undefined> {
	return (await accountAccess(db, accountId, personId)).live;
}

/**
 * Returns the connection of `liveConnection`, and whether this person has access to the account. `now`: when both were
 * read, by the database's clock; undefined if the account has no connection.
 */
export async function accountAccess(
	db: Db | Tx,
	accountId: number,
	personId: number,
): Promise<{ live: Connected | undefined; hasAccess: boolean; now: Date | undefined }> {
	const rows = await select(db, eq(connections.accountId, accountId));
	const working = rows.filter(({ state }) => state === "live");
	return {
		live: working.find((row) => row.personId === personId) ?? working[0],
		hasAccess: rows.some((row) => row.personId === personId && givesAccess(row)),
		now: rows[0]?.readAt,
	};
}

async function select(db: Db | Tx, where: SQL | undefined): Promise<(Connected & { readAt: Date })[]> {
	const rows = await db
		.select({ connections, accounts, readAt: sql`${clock}`.mapWith(connections.provedAt) })
		.from(connections)
		.leftJoin(accounts, eq(accounts.id, connections.accountId))
		.where(where)
		.orderBy(desc(connections.active), asc(connections.id));
	return rows.map((row) => ({ ...row.connections, account: row.accounts, readAt: row.readAt }));
}

/**
 * Locks the person's row until the transaction ends. Transactions that change the person's connections, or that check a
 * limit per person, take this lock. So they run one after another.
 *
 * Without `leaving`, other transactions can still insert notifications for the person while this one holds the lock.
 * They may hold locks that this transaction needs next, so a deadlock would be possible if they had to wait. With
 * `leaving`, they have to wait, because the person is about to be deleted.
 */
export async function lockPerson(tx: Tx, personId: number, { leaving = false } = {}): Promise<void> {
	const strength = leaving ? "update" : "no key update";
	await tx.select({ id: people.id }).from(people).where(eq(people.id, personId)).for(strength);
}

export interface NewConnection {
	personId: number;
	serviceUrl: string;
	token: string;
	state: ConnectionState;
	accountId: number | null;
	personName?: string;
}

/**
 * Encrypts the token and stores it in one of the person's connections. Uses the connection to the account `accountId`,
 * else the connection with the same token, else a new connection. Returns the connection's row id. The caller must hold
 * `lockPerson`.
 *
 * Makes the connection the person's active one. The active connection stays as it is only if its token works and the
 * new token does not.
 */
export async function keepConnection(tx: Tx, vault: Vault, input: NewConnection): Promise<number> {
	const { personId, serviceUrl, token, state, accountId, personName } = input;
	const tokenPrint = vault.fingerprint(token);
	const same = await tx
		.select({ id: connections.id, accountId: connections.accountId })
		.from(connections)
		.where(
			and(
				eq(connections.personId, personId),
				eq(connections.serviceUrl, serviceUrl),
				or(eq(connections.tokenPrint, tokenPrint), sql`${connections.accountId} = ${accountId}`),
			),
		);
	const kept = same.find((row) => accountId !== null && row.accountId === accountId) ?? same[0];
	for (const row of same.filter((each) => each.id !== kept?.id)) await forgetConnection(tx, row.id);
	const current = await activeConnection(tx, personId);
	const active = state === "live" || current?.state !== "live" || current.id === kept?.id;
	if (active) await tx.update(connections).set({ active: false }).where(eq(connections.personId, personId));
	const values = { tokenPrint, tokenLast4: token.slice(-4), state };
	const id = kept?.id ?? (await insert(tx, { ...values, personId, serviceUrl, token: "" }));
	await tx
		.update(connections)
		.set({
			...values,
			token: vault.seal(token, vaultContextOf({ id, personId, serviceUrl })),
			accountId: accountId ?? kept?.accountId ?? null,
			// If the token now belongs to another account, the old webhook secrets are removed. The other account signs its
			// events with another secret.
			...(accountId !== null && accountId !== kept?.accountId && { webhookSecret: null, webhookSecretOld: null }),
			...(active && { active }),
			...(personName !== undefined && { personName }),
			...(state === "live" && { provedAt: clock }),
		})
		.where(eq(connections.id, id));
	return id;
}

/** Stores the current Telegram name of a connection's person. */
export async function namePerson(tx: Tx, connectionId: number, personName: string): Promise<void> {
	await tx.update(connections).set({ personName }).where(eq(connections.id, connectionId));
}

async function insert(tx: Tx, values: typeof connections.$inferInsert): Promise<number> {
	const [row] = await tx.insert(connections).values(values).returning({ id: connections.id });
	if (!row) throw new Error("an insert returns its row");
	return row.id;
}

export function openToken(vault: Vault, connection: ConnectionRow): string {
	return vault.open(connection.token, vaultContextOf(connection));
}

/** Returns the context to which the encryption binds a token. The token can be decrypted only with the same context. */
export function vaultContextOf({ id, personId, serviceUrl }: Pick<ConnectionRow, "id" | "personId" | "serviceUrl">) {
	return { table: "connections", row: id, owner: personId, purpose: `token ${serviceUrl}` };
}

/**
 * Changes the connection's state from `from` to `to`. Returns false and changes nothing if the state is no longer
 * `from`, or if the token has changed since the row was read.
 */
export async function moveConnection(
	db: Db | Tx,
	{ id, tokenPrint }: Pick<ConnectionRow, "id" | "tokenPrint">,
	from: ConnectionState,
	to: ConnectionState,
): Promise<boolean> {
	const rows = await db
		.update(connections)
		.set({ state: to })
		.where(and(eq(connections.id, id), eq(connections.tokenPrint, tokenPrint), eq(connections.state, from)))
		.returning({ id: connections.id });
	return rows.length > 0;
}

/**
 * True if a newer token has replaced the given one: another token of the account works and was verified after `since`.
 */
export async function isOvertaken(
	tx: Tx,
	{ accountId, tokenPrint, since }: { accountId: number; tokenPrint: string; since: Date },
): Promise<boolean> {
	const other = and(eq(connections.accountId, accountId), ne(connections.tokenPrint, tokenPrint));
	const proved = and(eq(connections.state, "live"), gt(connections.provedAt, since));
	return (await tx.$count(connections, and(other, proved))) > 0;
}

/**
 * Sets the state `needs_token` for the account's connections whose token differs from that of connection `id`. An
 * account has only one valid token at a time. Returns the changed connections.
 */
export async function markOthersOutdated(
	tx: Tx,
	{ id, accountId }: { id: number; accountId: number },
): Promise<Pick<ConnectionRow, "id" | "personId" | "tokenPrint">[]> {
	const current = tx.select({ print: connections.tokenPrint }).from(connections).where(eq(connections.id, id));
	const outdated = and(eq(connections.accountId, accountId), ne(connections.tokenPrint, current));
	return tx
		.update(connections)
		.set({ state: "needs_token" })
		.where(and(outdated, ne(connections.state, "needs_token")))
		.returning({ id: connections.id, personId: connections.personId, tokenPrint: connections.tokenPrint });
}

/** Makes this connection the person's only active one. The caller must hold `lockPerson`. */
export async function activateConnection(tx: Tx, personId: number, id: number): Promise<void> {
	await tx
		.update(connections)
		.set({ active: false })
		.where(and(eq(connections.personId, personId), ne(connections.id, id)));
	await tx
		.update(connections)
		.set({ active: true })
		.where(and(eq(connections.personId, personId), eq(connections.id, id)));
}

/**
 * Deletes a connection and stores its person in the account's `lastPersonId`. If the person is deleted later, the bot
 * finds the account by that column.
 */
export async function forgetConnection(tx: Tx, id: number): Promise<void> {
	const [gone] = await tx.delete(connections).where(eq(connections.id, id)).returning();
	if (!gone || gone.accountId === null) return;
	await tx.update(accounts).set({ lastPersonId: gone.personId }).where(eq(accounts.id, gone.accountId));
}

type DnsForm = NonNullable<(typeof services.$inferSelect)["dnsForm"]>;

/**
 * Returns which field names a service accepts in DNS records: `formal` means `hostname` and `value`, and `sample` means
 * `name` and `content`. Returns null if the bot does not know yet.
 */
export async function dnsFormOf(db: Db, url: string): Promise<DnsForm | null> {
	const [row] = await db.select().from(services).where(eq(services.url, url));
	return row?.dnsForm ?? null;
}

/** A client keeps the word of its service for the mode `edge` here. */
export function edgeModeAt(db: Db, url: string) {
	return {
		async read(): Promise<string | null> {
			const [row] = await db.select({ edgeMode: services.edgeMode }).from(services).where(eq(services.url, url));
			return row?.edgeMode ?? null;
		},
		async keep(edgeMode: string): Promise<void> {
			await db
				.insert(services)
				.values({ url, edgeMode })
				.onConflictDoUpdate({ target: services.url, set: { edgeMode } });
		},
	};
}

export async function keepDnsForm(db: Db, url: string, dnsForm: DnsForm): Promise<void> {
	await db.insert(services).values({ url, dnsForm }).onConflictDoUpdate({ target: services.url, set: { dnsForm } });
}

/** Returns the ids of the people who are connected to an account. */
export async function membersOf(db: Db | Tx, accountId: number): Promise<number[]> {
	const rows = await db
		.selectDistinct({ personId: connections.personId })
		.from(connections)
		.where(eq(connections.accountId, accountId));
	return rows.map(({ personId }) => personId);
}

/** Returns the known names of the people who are connected to an account, as a map from person id to name. */
export async function memberNames(db: Db, accountId: number): Promise<Map<number, string>> {
	const rows = await db
		.select({ personId: connections.personId, name: connections.personName })
		.from(connections)
		.where(eq(connections.accountId, accountId))
		.orderBy(asc(connections.id));
	return new Map(rows.flatMap(({ personId, name }) => (name === null ? [] : [[personId, name]])));
}
