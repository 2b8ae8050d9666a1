import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import {
	type Account,
	findAccount,
	isDeserted,
	lockAccount,
	raiseAdminSequence,
	saveWebhook,
} from "../../store/accounts.ts";
import { deleteBoards } from "../../store/boards.ts";
import {
	activateConnection,
	connectionById,
	connectionsOf,
	findConnection,
	forgetConnection,
	lockPerson,
	namePerson,
} from "../../store/connections.ts";
import { isProtected } from "../../store/freezes.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { countUnfinished } from "../../store/operation-lists.ts";
import { deleteAutoRenewals } from "../../store/renewals.ts";
import { deleteWatches } from "../../store/watches.ts";
import { type Actor, type Deps, isManagedBy } from "../deps.ts";
import { endPrograms } from "../program/mandates.ts";
import type { Dismissal, Newcomer } from "./types.ts";

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

/**
 * Returns the person who has the connection `connectionId`, if the caller may remove this person from the account.
 * Returns null if the caller did not connect the same account before that person, or if that person has disconnected.
 */
export async function newcomer(
	deps: Deps,
	{ personId, connectionId }: Actor & { connectionId: number },
): Promise<Newcomer | null> {
	return find(deps, deps.db, personId, connectionId);
}

/**
 * Removes a person who connected the account later than the caller. Deletes their connection and their lists of names
 * (boards), watches and auto-renewals in the account, and notifies them. Returns `not_found` if the caller did not
 * connect the account earlier. Returns `frozen` while a freeze protects the person: everyone who was connected when a
 * freeze began must be able to keep it, so membership changes only after its end. `personName`: the caller's Telegram name, for the notification.
 */
export async function removeMember(
	deps: Deps,
	{ personId, connectionId, personName }: Actor & { connectionId: number; personName?: string | undefined },
): Promise<
	{ kind: "removed"; here: boolean; own: number; name: string | null } | { kind: "not_found" } | { kind: "frozen" }
> {
	return deps.db.transaction(async (tx) => {
		const found = await find(deps, tx, personId, connectionId);
		if (!found) return { kind: "not_found" };
		if (await isProtected(tx, found.accountId, found.personId)) return { kind: "frozen" };
		await lockPerson(tx, found.personId);
		await forgetConnection(tx, connectionId);
		await deleteBoards(tx, found.personId, found.accountId);
		await deleteWatches(tx, found.personId, found.accountId);
		await deleteAutoRenewals(tx, found.personId, found.accountId);
		await endPrograms(tx, deps, { personId: found.personId, accountId: found.accountId });
		await activateNext(tx, found.personId);
		if (personName !== undefined) await namePerson(tx, found.own, personName);
		const about = { kind: "dismissed", id: found.accountId } as const;
		const key = `${connectionId} ${found.own}`;
		const rows = await addNotificationsAsNewMessages(tx, [found.personId], about, key, { by: found.own });
		await deps.enqueue(tx, "bot.outbox", rows);
		return { kind: "removed", here: found.here, own: found.own, name: found.name };
	});
}

/**
 * Returns the facts for the notification to a person whose access to an account was removed. `by`: the id of the
 * remover's connection. `name` is null if the remover has left the account since. Returns null if the notified person
 * has connected the account again.
 */
export async function dismissed(
	{ db }: Deps,
	{ personId, accountId, by }: Actor & { accountId: number; by?: number | undefined },
): Promise<Dismissal | null> {
	const account = await findAccount(db, accountId);
	const connections = await connectionsOf(db, personId);
	if (!account || connections.some((each) => each.accountId === accountId)) return null;
	const other = connections.find((each) => each.active)?.account;
	const remover = by === undefined ? undefined : await connectionById(db, by);
	const name = remover?.accountId === accountId ? remover.personName : null;
	return { userId: account.userId, name, other: other?.userId ?? null };
}

async function find(
	deps: Deps,
	db: Db | Tx,
	personId: number,
	connectionId: number,
): Promise<(Newcomer & { accountId: number }) | null> {
	const other = await connectionById(db, connectionId);
	if (!other?.account || other.personId === personId) return null;
	const mine = (await connectionsOf(db, personId)).find((each) => each.accountId === other.accountId);
	if (!mine || mine.createdAt > other.createdAt) return null;
	const { account, tokenLast4, createdAt: since, personName: name } = other;
	const here = isManagedBy(deps, account, personId);
	const { id: accountId, userId } = account;
	return { connectionId, personId: other.personId, name, accountId, userId, tokenLast4, since, here, own: mine.id };
}

/**
 * If none of the person's connections is active, activates one, preferably one that works. Does nothing if the person
 * has no connection. The caller must have called `lockPerson` in this transaction.
 */
async function activateNext(tx: Tx, personId: number): Promise<void> {
	const remaining = await connectionsOf(tx, personId);
	const next = remaining.find(({ state }) => state === "live") ?? remaining[0];
	if (next && !remaining.some(({ active }) => active)) await activateConnection(tx, personId, next.id);
}
