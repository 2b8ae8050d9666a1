import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type Place, type Resealed, reencryptRows, sumCounts, type Vault } from "@domains/kit/vault.ts";
import { and, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { Account } from "./accounts.ts";
import { type ConnectionRow, openToken, vaultContextOf } from "./connections.ts";
import { accounts, connections } from "./schema/people.ts";

type Which = "current" | "old";
type Sealed = Pick<Account | ConnectionRow, "webhookSecret" | "webhookSecretOld">;

export interface Sender {
	account: Account;
	/**
	 * The webhook secrets with which the registrar's service may have signed the account's events. Some were set through
	 * the service's admin interface, and some were entered by people.
	 */
	secrets: string[];
	/** The database's time when these values were read. */
	now: Date;
}

/**
 * Returns a function that reads the account and the webhook secrets for each receiver path. A receiver path is the last
 * part of the URL at which the bot receives an account's events. A path without an account is absent from the result.
 * The query is prepared once, because it runs for every event.
 */
export function createSenderReader(db: Db, vault: Vault): (paths: readonly string[]) => Promise<Map<string, Sender>> {
	const query = db
		.select({ account: accounts, given: connections, now: clock })
		.from(accounts)
		.leftJoin(connections, givenFor(accounts.id))
		.where(sql`${accounts.receiverPath} = any(${sql.placeholder("paths")}::text[])`)
		.prepare("senders");
	return async (paths) => {
		const senders = new Map<string, Sender>();
		for (const { account, given, now } of await query.execute({ paths })) {
			const sender = senders.get(account.receiverPath) ?? { account, secrets: openWebhookSecrets(vault, account), now };
			if (given) sender.secrets.push(...openGivenSecrets(vault, given));
			senders.set(account.receiverPath, sender);
		}
		return senders;
	};
}

export async function hasSecret(db: Db, account: Account): Promise<boolean> {
	if (account.webhookSecret !== null) return true;
	const given = await db.select({ id: connections.id }).from(connections).where(givenFor(account.id)).limit(1);
	return given.length > 0;
}

/**
 * Returns the SQL condition for the account's connections whose webhook secret can be trusted. A connection is a
 * person's API token for the account. If the registrar's service refused that token, the connection's secret is trusted
 * only if no other person has a working token. Otherwise a person who lost access could forge events with the secret
 * that they know.
 */
function givenFor(accountId: number | typeof accounts.id) {
	const alone = sql`not exists (
		select from ${connections} as other
		where other.account_id = ${connections.accountId} and other.person_id <> ${connections.personId}
			and other.state <> 'needs_token'
	)`;
	const trusted = or(ne(connections.state, "needs_token"), alone);
	return and(eq(connections.accountId, accountId), isNotNull(connections.webhookSecret), trusted);
}

/**
 * Stores the webhook secret that a person entered for a connection. Keeps the previous secret too, because events that
 * are already on their way are signed with it.
 */
export async function keepGivenSecret(tx: Tx, vault: Vault, connectionId: number, secret: string): Promise<void> {
	const [row] = await tx.select().from(connections).where(eq(connections.id, connectionId)).for("update");
	if (!row) return;
	const [current] = openGivenSecrets(vault, row);
	if (current === secret) return;
	await tx
		.update(connections)
		.set({
			webhookSecret: sealGivenSecret(vault, row, secret),
			...(current !== undefined && { webhookSecretOld: sealGivenSecret(vault, row, current, "old") }),
		})
		.where(eq(connections.id, row.id));
}

/**
 * Returns the account's decrypted webhook secrets that were set through the admin interface of the registrar's service,
 * the current one first.
 */
export function openWebhookSecrets(vault: Vault, account: Account): string[] {
	return open(vault, account, (which) => placeOf(account, which));
}

export function sealWebhookSecret(vault: Vault, account: Account, secret: string, which: Which = "current"): string {
	return vault.seal(secret, placeOf(account, which));
}

/** Returns new values for the account's secret columns: the same secrets, encrypted with the vault's current key. */
function resealWebhookSecrets(vault: Vault, account: Account) {
	return reseal(vault, account, (which) => placeOf(account, which));
}

/** Returns the decrypted webhook secrets that a person entered for a connection, the current one first. */
export function openGivenSecrets(vault: Vault, row: ConnectionRow): string[] {
	return open(vault, row, (which) => placeOfGiven(row, which));
}

/** Returns new values for the connection's secret columns: the same secrets, encrypted with the vault's current key. */
function resealGivenSecrets(vault: Vault, row: ConnectionRow) {
	return reseal(vault, row, (which) => placeOfGiven(row, which));
}

function sealGivenSecret(vault: Vault, row: ConnectionRow, secret: string, which: Which = "current"): string {
	return vault.seal(secret, placeOfGiven(row, which));
}

function open(vault: Vault, { webhookSecret, webhookSecretOld }: Sealed, place: (which: Which) => Place): string[] {
	return [
		...(webhookSecret === null ? [] : [vault.open(webhookSecret, place("current"))]),
		...(webhookSecretOld === null ? [] : [vault.open(webhookSecretOld, place("old"))]),
	];
}

function reseal(vault: Vault, { webhookSecret, webhookSecretOld }: Sealed, place: (which: Which) => Place) {
	const again = (sealed: string, which: Which) => vault.seal(vault.open(sealed, place(which)), place(which));
	return {
		...(webhookSecret !== null && { webhookSecret: again(webhookSecret, "current") }),
		...(webhookSecretOld !== null && { webhookSecretOld: again(webhookSecretOld, "old") }),
	};
}

function placeOf({ id, serviceUrl, userId }: Account, which: Which): Place {
	return { table: "accounts", row: id, owner: userId, purpose: `webhook secret ${which} ${serviceUrl}` };
}

function placeOfGiven({ id, personId, serviceUrl }: ConnectionRow, which: Which): Place {
	return { table: "connections", row: id, owner: personId, purpose: `webhook secret ${which} ${serviceUrl}` };
}

/**
 * Decrypts all secrets that were encrypted with an older key of the vault, and encrypts them with the current key. The
 * older keys can then be removed.
 */
export async function resealSecrets(db: Db, vault: Vault): Promise<Resealed> {
	return sumCounts([await resealTokens(db, vault), await resealWebhooks(db, vault), await resealGiven(db, vault)]);
}

type Secrets = Pick<typeof accounts.$inferSelect, "webhookSecret" | "webhookSecretOld">;

const secretsOf = ({ webhookSecret, webhookSecretOld }: Secrets) => [webhookSecret, webhookSecretOld];

/**
 * Encrypts tokens again with the current key. Skips a connection that has changed since it was read, because its new
 * token already uses the current key.
 */
async function resealTokens(db: Db, vault: Vault): Promise<Resealed> {
	const rows = await db.select().from(connections);
	return await reencryptRows(
		vault,
		rows,
		({ token }) => [token],
		(row) => {
			const token = openToken(vault, row);
			return db
				.update(connections)
				.set({ token: vault.seal(token, vaultContextOf(row)), tokenPrint: vault.fingerprint(token) })
				.where(and(eq(connections.id, row.id), eq(connections.token, row.token)));
		},
	);
}

async function resealWebhooks(db: Db, vault: Vault): Promise<Resealed> {
	const rows = await db
		.select()
		.from(accounts)
		.where(or(isNotNull(accounts.webhookSecret), isNotNull(accounts.webhookSecretOld)));
	return await reencryptRows(vault, rows, secretsOf, (row) =>
		db
			.update(accounts)
			.set(resealWebhookSecrets(vault, row))
			.where(and(eq(accounts.id, row.id), eq(accounts.webhookSecret, row.webhookSecret ?? ""))),
	);
}

async function resealGiven(db: Db, vault: Vault): Promise<Resealed> {
	const rows = await db.select().from(connections).where(isNotNull(connections.webhookSecret));
	return await reencryptRows(vault, rows, secretsOf, (row) =>
		db
			.update(connections)
			.set(resealGivenSecrets(vault, row))
			.where(and(eq(connections.id, row.id), eq(connections.webhookSecret, row.webhookSecret ?? ""))),
	);
}
