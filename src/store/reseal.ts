import type { Db } from "@domains/kit/postgres/connect.ts";
import { type Resealed, reencryptRows, sumCounts, type Vault } from "@domains/kit/vault.ts";
import { and, eq, isNotNull, or } from "drizzle-orm";
import { openToken, vaultContextOf } from "./connections.ts";
import { accounts, connections } from "./schema/people.ts";
import { resealGivenSecrets, resealWebhookSecrets } from "./secrets.ts";

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
