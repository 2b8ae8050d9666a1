import { and, eq, isNotNull, or } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import type { Vault } from "../vault.ts";
import { openToken, placeOf } from "./connections.ts";
import { accounts, connections } from "./schema/people.ts";
import { resealGivenSecrets, resealWebhookSecrets } from "./secrets.ts";

/** Seals with the current key whatever an old one sealed, so that the old one can go; answers how many rows it was. */
export async function resealSecrets(db: Db, vault: Vault): Promise<number> {
	return (await resealTokens(db, vault)) + (await resealWebhooks(db, vault)) + (await resealGiven(db, vault));
}

/** Only where the row is still as it was read: a token that was replaced meanwhile is current already. */
async function resealTokens(db: Db, vault: Vault): Promise<number> {
	const rows = (await db.select().from(connections)).filter((row) => !vault.isCurrent(row.token));
	for (const row of rows) {
		const token = openToken(vault, row);
		await db
			.update(connections)
			.set({ token: vault.seal(token, placeOf(row)), tokenPrint: vault.fingerprint(token) })
			.where(and(eq(connections.id, row.id), eq(connections.token, row.token)));
	}
	return rows.length;
}

async function resealWebhooks(db: Db, vault: Vault): Promise<number> {
	const known = await db
		.select()
		.from(accounts)
		.where(or(isNotNull(accounts.webhookSecret), isNotNull(accounts.webhookSecretOld)));
	const rows = known.filter((row) => isOld(vault, row));
	for (const row of rows) {
		await db
			.update(accounts)
			.set(resealWebhookSecrets(vault, row))
			.where(and(eq(accounts.id, row.id), eq(accounts.webhookSecret, row.webhookSecret ?? "")));
	}
	return rows.length;
}

async function resealGiven(db: Db, vault: Vault): Promise<number> {
	const known = await db.select().from(connections).where(isNotNull(connections.webhookSecret));
	const rows = known.filter((row) => isOld(vault, row));
	for (const row of rows) {
		await db
			.update(connections)
			.set(resealGivenSecrets(vault, row))
			.where(and(eq(connections.id, row.id), eq(connections.webhookSecret, row.webhookSecret ?? "")));
	}
	return rows.length;
}

function isOld(vault: Vault, row: Pick<typeof accounts.$inferSelect, "webhookSecret" | "webhookSecretOld">): boolean {
	return [row.webhookSecret, row.webhookSecretOld].some((sealed) => sealed !== null && !vault.isCurrent(sealed));
}
