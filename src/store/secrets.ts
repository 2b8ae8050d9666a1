import type { Vault } from "../vault.ts";
import type { Account } from "./accounts.ts";

type Which = "current" | "old";

/** The secrets that sign an account's events, the current one first. */
export function openWebhookSecrets(vault: Vault, account: Account): string[] {
	const { webhookSecret, webhookSecretOld } = account;
	return [
		...(webhookSecret === null ? [] : [vault.open(webhookSecret, placeOf(account, "current"))]),
		...(webhookSecretOld === null ? [] : [vault.open(webhookSecretOld, placeOf(account, "old"))]),
	];
}

export function sealWebhookSecret(vault: Vault, account: Account, secret: string, which: Which = "current"): string {
	return vault.seal(secret, placeOf(account, which));
}

function placeOf({ id, serviceUrl, userId }: Account, which: Which) {
	return { table: "accounts", row: id, owner: userId, purpose: `webhook secret ${which} ${serviceUrl}` };
}
