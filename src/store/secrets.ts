import { and, eq, isNotNull } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import type { Place, Vault } from "../vault.ts";
import type { Account } from "./accounts.ts";
import type { ConnectionRow } from "./connections.ts";
import { connections } from "./schema/people.ts";

type Which = "current" | "old";
type Sealed = Pick<Account | ConnectionRow, "webhookSecret" | "webhookSecretOld">;

/** Whatever may have signed an account's events: the desk's secrets, and those that each person connected to it gave. */
export async function secretsOf(db: Db, vault: Vault, account: Account): Promise<string[]> {
	const given = await db.select().from(connections).where(givenFor(account));
	return [...openWebhookSecrets(vault, account), ...given.flatMap((row) => openGivenSecrets(vault, row))];
}

export async function hasSecret(db: Db, account: Account): Promise<boolean> {
	if (account.webhookSecret !== null) return true;
	const given = await db.select({ id: connections.id }).from(connections).where(givenFor(account)).limit(1);
	return given.length > 0;
}

function givenFor(account: Account) {
	return and(eq(connections.accountId, account.id), isNotNull(connections.webhookSecret));
}

/** Beside the one that the same person gave before: events that are on their way were signed with that. */
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

/** The secrets that the desk signs an account's events with, the current one first. */
export function openWebhookSecrets(vault: Vault, account: Account): string[] {
	return open(vault, account, (which) => placeOf(account, which));
}

export function sealWebhookSecret(vault: Vault, account: Account, secret: string, which: Which = "current"): string {
	return vault.seal(secret, placeOf(account, which));
}

/** The same secrets under the vault's current key: the columns of those that the account has. */
export function resealWebhookSecrets(vault: Vault, account: Account) {
	return reseal(vault, account, (which) => placeOf(account, which));
}

/** The secrets that a person gave, the current one first. */
export function openGivenSecrets(vault: Vault, row: ConnectionRow): string[] {
	return open(vault, row, (which) => placeOfGiven(row, which));
}

/** As `resealWebhookSecrets`. */
export function resealGivenSecrets(vault: Vault, row: ConnectionRow) {
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
