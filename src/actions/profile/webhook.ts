import { delayAfter } from "@domains/contract/events.ts";
import { limits } from "@domains/contract/limits.ts";
import type { DeliveryFacts } from "../../client/read/account.ts";
import { findAccount, saveWebhook } from "../../store/accounts.ts";
import { activeConnection } from "../../store/connections.ts";
import { keepGivenSecret, openWebhookSecrets, sealWebhookSecret } from "../../store/secrets.ts";
import { accessTrouble, ask, openAccess } from "../access.ts";
import { setUpReceiver, unlessFrozen } from "../connection/managed-account.ts";
import { type Actor, adminOf, type Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import {
	type ByButton,
	type ChangeResult,
	change,
	type Owned,
	once,
	openOwned,
	profileOf,
	type SecretResult,
} from "./profile.ts";

/**
 * Sets the webhook address to a URL, to this bot's receiver (`ours`), or to none (`nowhere`). If the receiver at the
 * URL needs a new secret, the result contains this secret. The service does not show it again. While the account is
 * frozen, only `ours` is possible.
 */
export async function setWebhook(
	deps: Deps,
	{ personId, to, sure = false }: Actor & { to: { url: string } | "ours" | "nowhere"; sure?: boolean },
): Promise<ChangeResult | SecretResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	if (to === "nowhere" && !sure) return { kind: "ask_twice", warning: "no_webhook" };
	const { admin, userId, account } = owned;
	const { receiverBase } = deps.service;
	const url = to === "ours" || to === "nowhere" ? null : to.url.trim();
	// The URL of this bot's receiver counts as `ours`: the bot then manages the address and stores the secret.
	if (to === "ours" || (receiverBase !== null && url === `${receiverBase}${account.receiverPath}`)) {
		await setUpReceiver(deps, account);
		return shown(deps, owned);
	}
	const call = ["setWebhook", url];
	const set = async (key: string): ReturnType<typeof admin.setWebhook> => {
		const stored = await admin.setWebhook(key, userId, { url });
		if (stored.kind === "refused" || url === null || account.webhookUrl === null) return stored;
		// This bot received the events until now. Only the bot and the service know the current secret, so the new receiver
		// gets a new secret.
		const rotated = await admin.rotateWebhookSecret(`${key}:rotate`, userId);
		if (rotated.kind === "refused") return rotated;
		const used = await admin.useWebhookSecret(`${key}:use`, userId);
		return used.kind === "refused"
			? used
			: { kind: "done", value: { account: used.value, secret: rotated.value.secret } };
	};
	const result = await unlessFrozen(deps, account, () => once(deps, owned, call, set));
	if (result.kind !== "done") return result;
	// Another receiver gets the events now, so this bot deletes the address and secrets that it stored.
	await saveWebhook(deps.db, account.id, { webhookUrl: null, webhookSecret: null, webhookSecretOld: null });
	const profile = await profileOf(deps, owned, result.value.account);
	const { secret } = result.value;
	return secret === null ? { kind: "changed", profile } : { kind: "shown_once", secret, profile };
}

export async function setWebhookEnabled(
	deps: Deps,
	{ personId, enabled }: Actor & { enabled: boolean },
): Promise<ChangeResult> {
	const set = (key: string, { admin, userId }: Owned) => admin.setWebhookEnabled(key, userId, enabled);
	return change(deps, personId, ["setWebhookEnabled", enabled], set, { weakens: !enabled });
}

/**
 * First step of a rotation of the webhook secret: creates the new secret. The service still signs with the old secret.
 * If this bot is the receiver, it accepts both secrets during the rotation.
 */
export async function rotateSecret(deps: Deps, { personId, buttonId }: ByButton): Promise<SecretResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const { admin, userId } = owned;
	const before = await admin.show(userId);
	if (before.kind === "refused") return before;
	const rotate = async (key: string): ReturnType<typeof admin.rotateWebhookSecret> => {
		const rotated = await admin.rotateWebhookSecret(key, userId);
		if (rotated.kind === "done") {
			await keepBoth(deps, owned, rotated.value.secret, before.value.webhook.rotation !== null);
		}
		return rotated;
	};
	const result = await unlessFrozen(deps, owned.account, () => once(deps, owned, ["rotateSecret"], rotate, buttonId));
	if (result.kind !== "done") return result;
	const { secret } = result.value;
	const after = await shown(deps, owned);
	return after.kind === "changed" ? { kind: "shown_once", secret, profile: after.profile } : after;
}

/**
 * Stores the new webhook secret. Also keeps the secret with which the service signs until the rotation ends. Usually,
 * this is the newest stored secret. But if an earlier rotation has not ended yet (`underWay`), the service still signs
 * with the older of the two stored secrets. Does nothing if the account's events are not sent to this bot.
 */
async function keepBoth({ db, vault }: Deps, { account }: Owned, secret: string, underWay: boolean): Promise<void> {
	const [newest, old] = openWebhookSecrets(vault, account);
	const signing = underWay ? (old ?? newest) : newest;
	if (account.webhookUrl === null || signing === undefined) return;
	await saveWebhook(db, account.id, {
		webhookUrl: account.webhookUrl,
		webhookSecret: sealWebhookSecret(vault, account, secret),
		webhookSecretOld: sealWebhookSecret(vault, account, signing, "old"),
	});
}

/** Second step of the rotation: the service starts to sign with the new secret, and the bot deletes the old one. */
export async function useSecret(deps: Deps, { personId }: Actor): Promise<ChangeResult> {
	return change(deps, personId, ["useSecret"], async (key, { admin, userId, account }) => {
		const result = await admin.useWebhookSecret(key, userId);
		const known = await findAccount(deps.db, account.id);
		if (result.kind === "done" && known) {
			await saveWebhook(deps.db, known.id, { webhookUrl: known.webhookUrl, webhookSecretOld: null });
		}
		return result;
	});
}

type WebhookTest =
	| { kind: "tested"; delivered: boolean; statusCode: number; error: string | null }
	| Exclude<ChangeResult, { kind: "changed" }>;

/** Makes the service send one test event to the webhook address. */
export async function testWebhook(deps: Deps, { personId }: Actor): Promise<WebhookTest> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const result = await owned.admin.testWebhook(owned.userId);
	return result.kind === "done" ? { kind: "tested", ...result.value } : result;
}

async function shown(deps: Deps, owned: Owned): Promise<Extract<ChangeResult, { kind: "changed" | "refused" }>> {
	const result = await owned.admin.show(owned.userId);
	if (result.kind === "refused") return result;
	return { kind: "changed", profile: await profileOf(deps, owned, result.value) };
}

/**
 * Matches 8 to 512 printable characters without spaces. The format of an external service's webhook secret is unknown.
 */
const form = /^[\x21-\x7e]{8,512}$/;

/**
 * Stores the webhook secret that a person entered for their active account. The bot cannot read this secret from an
 * external service. Returns `not_here` if the account has an owner who manages it in this bot. The person's previous
 * secret and the secrets of other connected people remain valid.
 */
export async function keepSecret(
	deps: Deps,
	{ personId, secret }: Actor & { secret: string },
): Promise<{ kind: "kept" } | { kind: "malformed" } | { kind: "not_here" } | Trouble> {
	const { db, vault } = deps;
	const connection = await activeConnection(db, personId);
	const known = connection?.account;
	if (!known) return accessTrouble(deps, connection);
	// If the account has an owner in this bot, the service's admin interface supplies the webhook secret. Only the owner
	// changes this secret.
	if (adminOf(deps, known) && known.ownerId !== null) return { kind: "not_here" };
	const given = secret.trim();
	if (!form.test(given)) return { kind: "malformed" };
	await db.transaction((tx) => keepGivenSecret(tx, vault, connection.id, given));
	return { kind: "kept" };
}

/**
 * Lists the service's attempts to deliver webhook events, newest first, at most 100. `failedOnly`: lists only failed
 * attempts, including those after which the service will retry. If the service omits the time of the next attempt,
 * computes it from the retry schedule of the API specification.
 */
export async function list(
	deps: Deps,
	{ personId, limit = 10, failedOnly = false }: Actor & { limit?: number; failedOnly?: boolean },
): Promise<{ kind: "deliveries"; deliveries: readonly DeliveryFacts[]; webhookEnabled: boolean | null } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { max } = limits.deliveriesPage;
	// The service cannot filter by failure. So read as many attempts as it allows, and filter here.
	const wanted = failedOnly ? max : Math.min(Math.max(1, limit), max);
	const [log, account] = await Promise.all([
		ask(deps, access, (options) => access.client.deliveries(wanted, options)),
		ask(deps, access, access.client.account),
	]);
	if (log.kind !== "ok") return log;
	const all = log.value.deliveries.map(withSchedule);
	const deliveries = (failedOnly ? all.filter((each) => each.status !== "delivered") : all).slice(0, limit);
	const webhookEnabled = account.kind === "ok" ? account.value.webhookEnabled : null;
	return { kind: "deliveries", deliveries, webhookEnabled };
}

function withSchedule(delivery: DeliveryFacts): DeliveryFacts {
	const { status, attempt, createdAt, nextAttemptAt } = delivery;
	if (nextAttemptAt !== null || status !== "retrying" || attempt === null || createdAt === null) return delivery;
	const seconds = delayAfter(attempt);
	return seconds === null || seconds === undefined
		? delivery
		: { ...delivery, nextAttemptAt: new Date(createdAt.getTime() + seconds * 1_000) };
}
