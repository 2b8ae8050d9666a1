import type { Db } from "@domains/kit/postgres/connect.ts";
import {
	type Account,
	accountsWithOutdatedWebhook,
	isDeserted,
	raiseAdminSequence,
	saveWebhook,
} from "../../store/accounts.ts";
import { findFreeze, preventConfirmations } from "../../store/freezes.ts";
import { hasSecret, sealWebhookSecret } from "../../store/secrets.ts";
import { type Deps, managedAccount } from "../deps.ts";
import type { EventsTo } from "./types.ts";

const turns = new WeakMap<Db, Promise<unknown>>();

/**
 * Runs `work`, which may replace the token of an account. Returns `frozen` instead if a freeze protects the token. A
 * freeze that begins meanwhile waits for `work`, and so does another replacement of the token.
 */
export function replaceToken<Result>(deps: Deps, account: Account, work: () => Promise<Result>) {
	return unless(isTokenProtected, deps, account, work);
}

/**
 * Runs `work`, which takes protection away from an account. Returns `frozen` instead while the account is frozen, so
 * that everyone connected learns of it an hour before. A freeze that begins meanwhile waits for `work`.
 */
export function unlessFrozen<Result>(deps: Deps, account: Account, work: () => Promise<Result>) {
	return unless(isFrozen, deps, account, work);
}

function unless<Result>(
	isProtected: (deps: Deps, account: Account) => Promise<boolean>,
	deps: Deps,
	account: Account,
	work: () => Promise<Result>,
): Promise<Result | { kind: "frozen" }> {
	// The transaction keeps one connection of the pool, while `work` needs another one. Many of them at once would use all.
	const before = turns.get(deps.db) ?? Promise.resolve();
	const result = before.then(() =>
		deps.db.transaction(async (tx) => {
			await preventConfirmations(tx, account.id);
			return (await isProtected(deps, account)) ? { kind: "frozen" as const } : await work();
		}),
	);
	turns.set(
		deps.db,
		result.catch(() => undefined),
	);
	return result;
}

async function isFrozen({ db }: Deps, { id: accountId }: Account): Promise<boolean> {
	return (await findFreeze(db, { accountId, domain: "" })) !== undefined;
}

/**
 * True if the account is frozen and a new token would replace one. False if no person is connected to the account: a new
 * token then disconnects no one, and without it the owner could not end the freeze.
 */
async function isTokenProtected(deps: Deps, account: Account): Promise<boolean> {
	if (!(await isFrozen(deps, account)) || (await isDeserted(deps.db, account.id))) return false;
	const shown = await deps.service.admin?.show(account.userId);
	return shown?.kind !== "done" || shown.value.token !== null;
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

/** Returns where the service sends the account's webhook events, as far as this bot can find out. */
export async function eventsTo(deps: Deps, account: Account): Promise<EventsTo> {
	const { receiverBase } = deps.service;
	if (receiverBase === null) return "unreachable";
	const sentTo = (await managedAccount(deps, account))?.webhook.url;
	if (sentTo !== undefined && sentTo !== null && sentTo !== `${receiverBase}${account.receiverPath}`)
		return "elsewhere";
	return sentTo !== null && (await hasSecret(deps.db, account)) ? "here" : "none";
}
