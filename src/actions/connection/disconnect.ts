import type { Tx } from "@domains/kit/postgres/connect.ts";
import {
	type Account,
	findAccount,
	isDeserted,
	lockAccount,
	raiseAdminSequence,
	saveWebhook,
} from "../../store/accounts.ts";
import { deleteAutoRenewals } from "../../store/auto-renewals.ts";
import { deleteBoards } from "../../store/boards.ts";
import { findConnection, forgetConnection, lockPerson } from "../../store/connections.ts";
import { countUnfinished } from "../../store/operation-lists.ts";
import { deleteWatches } from "../../store/watches.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { endPrograms } from "../program/stop.ts";
import { activateNext } from "./activate-next.ts";

/**
 * Deletes a connection with its token and webhook secret. Also deletes the person's lists of names (boards), watches
 * and auto-renewals in the account. If it was the active connection, activates another. If no person is left in the
 * account, also deletes the account's webhook data.
 *
 * While orders of the person are in progress, deletes nothing and returns `open_operations`. With `force`, deletes the
 * connection in this case too.
 */
export async function disconnect(
	deps: Deps,
	{ personId, connectionId, force = false }: Actor & { connectionId: number; force?: boolean },
): Promise<{ kind: "disconnected" } | { kind: "open_operations"; count: number } | { kind: "not_found" }> {
	const result = await deps.db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		const connection = await findConnection(tx, personId, connectionId);
		if (!connection) return { kind: "not_found" } as const;
		const { accountId } = connection;
		const count = accountId === null ? 0 : await countUnfinished(tx, personId, accountId);
		if (count > 0 && !force) return { kind: "open_operations", count } as const;
		// Lock the account before its connections. `connect` locks them in the same sequence, so the two cannot deadlock.
		if (accountId !== null) await lockAccount(tx, accountId);
		await forgetConnection(tx, connectionId);
		if (accountId !== null) {
			await deleteBoards(tx, personId, accountId);
			await deleteWatches(tx, personId, accountId);
			await deleteAutoRenewals(tx, personId, accountId);
			await endPrograms(tx, deps, { personId, accountId });
		}
		await activateNext(tx, personId);
		return {
			kind: "disconnected",
			deserted: accountId === null ? undefined : await clearWebhookIfDeserted(tx, accountId),
		} as const;
	});
	if (result.kind !== "disconnected") return result;
	if (result.deserted) await stopEvents(deps, result.deserted);
	return { kind: "disconnected" };
}

/**
 * If no person is connected to the account any more, clears its webhook data. Returns the account as it was before, or
 * undefined if people are still connected to it.
 */
async function clearWebhookIfDeserted(tx: Tx, accountId: number): Promise<Account | undefined> {
	if (!(await isDeserted(tx, accountId))) return undefined;
	const account = await findAccount(tx, accountId);
	await saveWebhook(tx, accountId, { webhookUrl: null, webhookSecret: null, webhookSecretOld: null });
	return account;
}

/**
 * Removes the webhook address at the built-in service if this bot set it. The bot has deleted the secret that verifies
 * the events, so the bot would refuse further events.
 */
async function stopEvents({ db, service, log }: Deps, account: Account): Promise<void> {
	if (!service.admin || account.webhookUrl === null) return;
	const key = `bot:${account.id}:webhook:${account.adminSequence}:none`;
	const result = await service.admin.setWebhook(key, account.userId, { url: null });
	if (result.kind === "done") await raiseAdminSequence(db, account);
	else
		log.warn({ account: account.id, code: result.code }, "the webhook of a disconnected account could not be removed");
}
