import { randomUUID } from "node:crypto";
import { limits } from "@domains/contract/limits.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import type { Vault } from "@domains/kit/vault/index.ts";
import { eq, sql } from "drizzle-orm";
import { accounts } from "../schema/accounts.ts";
import { findWebhook } from "../store/webhooks.ts";
import { createSecret } from "../token.ts";
import { sealSecret, signingSecret } from "../webhook-secret.ts";
import type { Deliverer } from "../webhooks/deliver.ts";
import { type TargetProblem, type Targets, targetProblem } from "../webhooks/guard.ts";
import { AdminRefusal } from "./calls.ts";
import { lockAccount, noAccount } from "./show.ts";

const sentences: Record<TargetProblem, string> = {
	not_a_url: "This is not a URL.",
	not_https: "The address must use https.",
	credentials: "The address must not contain a user name or password.",
	not_public: "The address must be public.",
	not_receiver: "On this bot's own address, only its event receivers are allowed.",
};

const longestUrl = 2_000;

export async function setWebhook(
	tx: Tx,
	vault: Vault,
	targets: Targets,
	userId: number,
	{ url, enabled = true }: { url: string | null; enabled?: boolean },
): Promise<{ secret: string | null }> {
	const account = await lockAccount(tx, userId);
	if (url === null) {
		const none = { webhookUrl: null, webhookSecret: null, webhookNextSecret: null, webhookNextFrom: null };
		await tx
			.update(accounts)
			.set({ ...none, webhookEnabled: false })
			.where(eq(accounts.id, userId));
		return { secret: null };
	}
	const problem = url.length > longestUrl ? "not_a_url" : targetProblem(url, targets);
	if (problem) throw new AdminRefusal("validation_error", sentences[problem], { problem: `target_${problem}` });
	const secret = account.webhookSecret === null ? createSecret() : null;
	await tx
		.update(accounts)
		.set({
			webhookUrl: url,
			webhookEnabled: enabled,
			...(secret !== null && { webhookSecret: sealSecret(vault, userId, secret) }),
		})
		.where(eq(accounts.id, userId));
	return { secret };
}

export async function setWebhookEnabled(tx: Tx, userId: number, enabled: boolean): Promise<void> {
	const account = await lockAccount(tx, userId);
	if (enabled && account.webhookUrl === null) throw noAddress();
	await tx.update(accounts).set({ webhookEnabled: enabled }).where(eq(accounts.id, userId));
}

/**
 * The new secret replaces the current one after `limits.secretRotationHours`. The secret of an unfinished rotation
 * first becomes the current one if it is due. Otherwise, it is discarded.
 */
export async function rotateSecret(
	tx: Tx,
	vault: Vault,
	userId: number,
): Promise<{ secret: string; usedFrom: string }> {
	await lockAccount(tx, userId);
	await promoteDueSecret(tx, userId);
	const secret = createSecret();
	const [row] = await tx
		.update(accounts)
		.set({
			webhookNextSecret: sealSecret(vault, userId, secret),
			webhookNextFrom: sql`clock() + make_interval(hours => ${limits.secretRotationHours})`,
		})
		.where(sql`${accounts.id} = ${userId} and ${accounts.webhookSecret} is not null`)
		.returning({ usedFrom: accounts.webhookNextFrom });
	if (!row?.usedFrom) throw noAddress();
	return { secret, usedFrom: row.usedFrom.toISOString() };
}

export async function useNextSecret(tx: Tx, userId: number): Promise<void> {
	const account = await lockAccount(tx, userId);
	if (account.webhookNextSecret === null) {
		const reason = { problem: "secret_missing" } as const;
		throw new AdminRefusal("validation_error", "There is no new secret: rotate it first.", reason);
	}
	await promote(tx, userId, account.webhookNextSecret);
}

export async function testWebhook(db: Db, vault: Vault, deliverer: Deliverer, userId: number) {
	const webhook = await findWebhook(db, userId);
	if (!webhook) throw noAccount(userId);
	const secret = signingSecret(vault, webhook);
	if (webhook.webhookUrl === null || secret === undefined) throw noAddress();
	const type = "webhook.test";
	const body = JSON.stringify({ event: type, occurred_at: webhook.now.toISOString() });
	const parcel = { url: webhook.webhookUrl, secret, type, id: `evt_test_${randomUUID()}`, body, at: webhook.now };
	const { statusCode, error } = await deliverer.deliver(parcel);
	return { delivered: error === null, statusCode, error };
}

async function promoteDueSecret(tx: Tx, userId: number): Promise<void> {
	const webhook = await findWebhook(tx, userId);
	if (webhook?.nextIsDue && webhook.webhookNextSecret !== null) await promote(tx, userId, webhook.webhookNextSecret);
}

async function promote(tx: Tx, userId: number, secret: string): Promise<void> {
	await tx
		.update(accounts)
		.set({ webhookSecret: secret, webhookNextSecret: null, webhookNextFrom: null })
		.where(eq(accounts.id, userId));
}

function noAddress(): AdminRefusal {
	return new AdminRefusal("validation_error", "Set a webhook address first.", { problem: "target_missing" });
}
