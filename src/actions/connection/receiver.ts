import { randomBytes } from "node:crypto";
import { type Account, accountsWithOutdatedWebhook, raiseAdminSequence, saveWebhook } from "../../store/accounts.ts";
import { sealWebhookSecret } from "../../store/secrets.ts";
import type { Deps } from "../deps.ts";

/** Returns an unguessable URL path that receives one account's webhook events. */
export function newReceiverPath(): string {
	return randomBytes(24).toString("base64url");
}

/**
 * Makes the built-in service send an account's events to this bot, unless it already does. The service shows a webhook
 * secret only when it creates the secret. So if the bot lacks the secret, the bot first removes the address. The
 * service then creates a new secret for the new address. A repeat after an interruption sends the same idempotency keys
 * and gets the same answers.
 */
export async function setUpReceiver(deps: Deps, account: Account): Promise<void> {
	const { admin, receiverBase } = deps.service;
	if (!admin || receiverBase === null) return;
	const webhookUrl = `${receiverBase}${account.receiverPath}`;
	if (account.webhookUrl === webhookUrl) return;
	const key = `bot:${account.id}:webhook:${account.adminSequence}`;
	if (account.webhookSecret === null) await admin.setWebhook(`${key}:none`, account.userId, { url: null });
	const result = await admin.setWebhook(`${key}:${webhookUrl}`, account.userId, { url: webhookUrl, enabled: true });
	if (result.kind === "refused") {
		deps.log.warn({ account: account.id, code: result.code }, "the service rejected the webhook address of the bot");
		return;
	}
	const { secret } = result.value;
	const webhookSecret = secret === null ? {} : { webhookSecret: sealWebhookSecret(deps.vault, account, secret) };
	await deps.db.transaction(async (tx) => {
		await saveWebhook(tx, account.id, { webhookUrl, ...webhookSecret });
		await raiseAdminSequence(tx, account);
	});
}

/**
 * Updates the webhook address of the accounts whose events still go to an earlier address of this bot. Runs at process
 * start, because the bot's public address may have changed.
 */
export async function refreshReceivers(deps: Deps): Promise<void> {
	const { url, receiverBase } = deps.service;
	if (receiverBase === null) return;
	for (const account of await accountsWithOutdatedWebhook(deps.db, url, receiverBase))
		await setUpReceiver(deps, account);
}
