import type { Db } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault/index.ts";
import { type Resealed, reencryptRows } from "@domains/kit/vault/rotate.ts";
import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { accounts } from "./schema/accounts.ts";

interface SecretRow {
	id: number;
	webhookSecret: string | null;
	webhookNextSecret: string | null;
	/** The database's clock decides. */
	nextIsDue: boolean;
}

function place(accountId: number) {
	return { table: "service.accounts", row: accountId, owner: accountId, purpose: "webhook secret" };
}

export function sealSecret(vault: Vault, accountId: number, secret: string): string {
	return vault.seal(secret, place(accountId));
}

/** The next secret if that is due, otherwise the current one. */
export function signingSecret(vault: Vault, row: SecretRow): string | undefined {
	const sealed = row.nextIsDue ? (row.webhookNextSecret ?? row.webhookSecret) : row.webhookSecret;
	return sealed === null ? undefined : vault.open(sealed, place(row.id));
}

/** A secret that its owner replaces at the same time stays unchanged. */
export async function resealSecrets(db: Db, vault: Vault): Promise<Resealed> {
	const { webhookSecret: current, webhookNextSecret: next } = accounts;
	const rows = await db
		.select({ id: accounts.id, current, next })
		.from(accounts)
		.where(or(isNotNull(current), isNotNull(next)));
	return await reencryptRows(
		vault,
		rows,
		(row) => [row.current, row.next],
		(row) => {
			const again = (sealed: string | null): string | null =>
				sealed === null ? null : sealSecret(vault, row.id, vault.open(sealed, place(row.id)));
			return db
				.update(accounts)
				.set({ webhookSecret: again(row.current), webhookNextSecret: again(row.next) })
				.where(
					and(
						eq(accounts.id, row.id),
						sql`${current} is not distinct from ${row.current} and ${next} is not distinct from ${row.next}`,
					),
				);
		},
	);
}
