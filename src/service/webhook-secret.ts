import type { Vault } from "../vault.ts";

interface SecretRow {
	id: number;
	webhookSecret: string | null;
	webhookNextSecret: string | null;
	/** Whether the next secret's time has come, by the database's clock. */
	nextIsDue: boolean;
}

function place(accountId: number) {
	return { table: "service.accounts", row: accountId, owner: accountId, purpose: "webhook secret" };
}

export function sealSecret(vault: Vault, accountId: number, secret: string): string {
	return vault.seal(secret, place(accountId));
}

/** The secret that signs now: the next one once its time has come, the current one until then. */
export function signingSecret(vault: Vault, row: SecretRow): string | undefined {
	const sealed = row.nextIsDue ? (row.webhookNextSecret ?? row.webhookSecret) : row.webhookSecret;
	return sealed === null ? undefined : vault.open(sealed, place(row.id));
}
