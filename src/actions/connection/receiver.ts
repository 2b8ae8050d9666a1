import { randomBytes } from "node:crypto";
import { type Account, accountsNotifiedElsewhere, nextManagedSequence, saveWebhook } from "../../store/accounts.ts";
import { sealWebhookSecret } from "../../store/secrets.ts";
import type { Deps } from "../deps.ts";

/** Nobody can guess where an account's events come in. */
export function newReceiverPath(): string {
	return randomBytes(24).toString("base64url");
}

/**
 * Has the built-in service send an account's events here; what is set up already is left alone. A secret is shown once,
 * so one that we do not know is given up for a new one. Made again after it was cut off, each call has its old key and
 * answers as before.
 */
export async function setUpReceiver(deps: Deps, account: Account): Promise<void> {
	const { desk, receiverBase } = deps.service;
	if (!desk || receiverBase === null) return;
	const webhookUrl = `${receiverBase}${account.receiverPath}`;
	if (account.webhookUrl === webhookUrl) return;
	const key = `bot:${account.id}:webhook:${account.deskTurn}`;
	if (account.webhookSecret === null) await desk.setWebhook(`${key}:none`, account.userId, { url: null });
	const result = await desk.setWebhook(`${key}:${webhookUrl}`, account.userId, { url: webhookUrl, enabled: true });
	if (result.kind === "refused") {
		deps.log.warn({ account: account.id, code: result.code }, "the service does not take our receiver address");
		return;
	}
	const { secret } = result.value;
	const webhookSecret = secret === null ? {} : { webhookSecret: sealWebhookSecret(deps.vault, account, secret) };
	await deps.db.transaction(async (tx) => {
		await saveWebhook(tx, account.id, { webhookUrl, ...webhookSecret });
		await nextManagedSequence(tx, account);
	});
}

/** At the start of a process: the listener may have another address than the service was told. */
export async function refreshReceivers(deps: Deps): Promise<void> {
	const { url, receiverBase } = deps.service;
	if (receiverBase === null) return;
	for (const account of await accountsNotifiedElsewhere(deps.db, url, receiverBase)) await setUpReceiver(deps, account);
}
