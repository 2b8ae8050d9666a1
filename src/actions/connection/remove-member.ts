import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { findAccount } from "../../store/accounts.ts";
import { deleteAutoRenewals } from "../../store/auto-renewals.ts";
import { deleteBoards } from "../../store/boards.ts";
import { connectionById, connectionsOf, forgetConnection, lockPerson, namePerson } from "../../store/connections.ts";
import { isProtected } from "../../store/freezes.ts";
import { addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { deleteWatches } from "../../store/watches.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { endPrograms } from "../program/stop.ts";
import { activateNext } from "./activate-next.ts";
import { isManagedBy } from "./managed-account.ts";
import type { Dismissal, Newcomer } from "./types.ts";

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
