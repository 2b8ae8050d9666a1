import type { Db, Tx } from "../../postgres/connect.ts";
import { findAccount } from "../../store/accounts.ts";
import { deleteBoards } from "../../store/boards.ts";
import { connectionById, connectionsOf, forgetConnection, lockPerson } from "../../store/connections.ts";
import { addNotifications } from "../../store/notifications.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { activateNext } from "./activate-next.ts";
import { isManagedBy } from "./managed-account.ts";
import type { Newcomer } from "./types.ts";

/**
 * Returns the person who newly connected this account, for someone who was connected before. Otherwise null, and also
 * if the new person has disconnected.
 */
export async function newcomer(
	deps: Deps,
	{ personId, connectionId }: Actor & { connectionId: number },
): Promise<Newcomer | null> {
	return find(deps, deps.db, personId, connectionId);
}

/** Deletes the new person's token and notifies them. Only a person who was connected earlier may call this. */
export async function removeMember(
	deps: Deps,
	{ personId, connectionId }: Actor & { connectionId: number },
): Promise<{ kind: "refused"; here: boolean; own: number; name: string | null } | { kind: "not_found" }> {
	return deps.db.transaction(async (tx) => {
		const found = await find(deps, tx, personId, connectionId);
		if (!found) return { kind: "not_found" };
		await lockPerson(tx, found.personId);
		await forgetConnection(tx, connectionId);
		await deleteBoards(tx, found.personId, found.accountId);
		await activateNext(tx, found.personId);
		const about = { kind: "dismissed", id: found.accountId } as const;
		await deps.enqueue(tx, "bot.outbox", await addNotifications(tx, [found.personId], about, String(connectionId)));
		return { kind: "refused", here: found.here, own: found.own, name: found.name };
	});
}

/**
 * Returns the number of the account that the person was removed from, and of the account that is now active. Null if
 * the person has connected the first account again.
 */
export async function dismissed(
	{ db }: Deps,
	{ personId, accountId }: Actor & { accountId: number },
): Promise<{ userId: number; other: number | null } | null> {
	const account = await findAccount(db, accountId);
	const connections = await connectionsOf(db, personId);
	if (!account || connections.some((each) => each.accountId === accountId)) return null;
	const other = connections.find((each) => each.active)?.account;
	return { userId: account.userId, other: other?.userId ?? null };
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
