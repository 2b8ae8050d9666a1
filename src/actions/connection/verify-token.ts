import type { Tx } from "@domains/kit/postgres/connect.ts";
import {
	type Account,
	findAccount,
	isConnected,
	keepAccount,
	keepBalance,
	lockAccount,
	peopleOf,
} from "../../store/accounts.ts";
import {
	activeConnection,
	connectionsOf,
	findConnection,
	isOvertaken,
	keepConnection,
	lockPerson,
	markOthersOutdated,
	moveConnection,
	type NewConnection,
	openToken,
} from "../../store/connections.ts";
import { readClock } from "../../store/database.ts";
import { addNotifications, addNotificationsAsNewMessages } from "../../store/notifications.ts";
import { wakeHeldRequests } from "../../store/operation-lists.ts";
import { findPerson } from "../../store/people.ts";
import { keepWatch } from "../../store/watches.ts";
import { type Actor, type Deps, waiting } from "../deps.ts";
import { toTrouble } from "../trouble.ts";
import { nextLook } from "../watch/schedule.ts";
import { managedAccount, newReceiverPath } from "./managed-account.ts";
import { type Connection, type ConnectResult, type LowBalance, viewOf } from "./types.ts";

export interface Claim {
	personId: number;
	serviceUrl: string;
	token: string;
	/** True if the bot opened the account for this person, who then becomes its owner. */
	owned?: boolean;
	/**
	 * The account for which the service has just issued the token. If set, the token is stored even after a 401. The
	 * service answers 401 also while the account's API is switched off.
	 */
	accountId?: number;
	/** The person's Telegram name. If absent, the stored name is kept. */
	personName?: string;
}

/** Asks the service which account the token belongs to, and stores the token according to the answer. */
export async function verifyToken(deps: Deps, claim: Claim): Promise<ConnectResult> {
	const since = await readClock(deps.db);
	const result = await deps.openClient(claim).account(waiting(deps));
	if (result.kind === "ok") {
		const { userId, balanceCents } = result.value;
		if (userId !== null) {
			// Ask the service's admin interface whether this is a sandbox account, because the token does not show it.
			const sandbox = (await managedAccount(deps, { ...claim, userId }))?.sandbox ?? false;
			const kept = await keepProved(deps, claim, { userId, sandbox, since });
			if (!kept) return verifyToken(deps, claim);
			const { account, ...connected } = kept;
			await recordBalance(deps, account, balanceCents);
			return { ...connected, balanceCents };
		}
	}
	if (result.kind === "ok") return { kind: "trouble", trouble: "service_down" };
	if (result.kind === "refused" && result.status === 401) {
		if (claim.accountId === undefined) await refuse(deps, claim);
		else await deps.db.transaction((tx) => keepUnproved(tx, deps, claim, "needs_token"));
		return { kind: "token_refused" };
	}
	const forbidden = result.kind === "refused" && result.status === 403;
	const state = forbidden ? "needs_whitelist" : "unproved";
	const connection = await deps.db.transaction((tx) => keepUnproved(tx, deps, claim, state));
	if (forbidden) return { kind: "whitelist", connection, addresses: deps.service.egress };
	return { ...toTrouble(result, deps.service), connection };
}

/**
 * Stores a verified token, and queues the account's orders that wait for a working token. If the person is new in the
 * account, notifies the other people who are connected to it. Returns undefined and stores nothing if another token of
 * the account was verified during this call. Only one of the two tokens is still valid, so the caller verifies again.
 */
async function keepProved(
	deps: Deps,
	claim: Claim,
	{ userId, sandbox, since }: { userId: number; sandbox: boolean; since: Date },
) {
	const { personId, serviceUrl, token, owned = false } = claim;
	return deps.db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		const receiverPath = newReceiverPath();
		const ownership = owned ? { ownerId: personId } : {};
		const account = await keepAccount(tx, { serviceUrl, userId, receiverPath, sandbox, ...ownership });
		const tokenPrint = deps.vault.fingerprint(token);
		if (await isOvertaken(tx, { accountId: account.id, tokenPrint, since })) return undefined;
		const isNew = (await sameToken(tx, deps, claim)) === undefined;
		const people = await peopleOf(tx, account.id);
		const others = people.filter((id) => id !== personId);
		const id = await keepConnection(tx, deps.vault, { ...claim, state: "live", accountId: account.id });
		if (isNew) await shutOut(tx, deps, { id, accountId: account.id });
		if (!people.includes(personId)) {
			const notifications = await addNotifications(tx, others, { kind: "connection", id }, "joined");
			await deps.enqueue(tx, "bot.outbox", notifications);
		}
		await deps.enqueue(tx, "bot.operation", await wakeHeldRequests(tx, account.id));
		const timeZone = (await findPerson(tx, personId))?.timeZone ?? "UTC";
		const firstMs = nextLook(since, [{ timeZone }], deps.random).getTime() - since.getTime();
		await keepWatch(tx, { kind: "expiry", accountId: account.id, afterMs: firstMs });
		await keepWatch(tx, { kind: "prices", accountId: account.id, afterMs: firstMs });
		const connection = await seen(tx, personId, id);
		return { kind: "connected", connection, others: others.length, account } as const;
	});
}

/**
 * An account has one valid token at a time. Notifies every person whose token stopped working because the connection
 * `current` has a newer token of the account.
 */
async function shutOut(tx: Tx, deps: Deps, current: { id: number; accountId: number }): Promise<void> {
	for (const out of await markOthersOutdated(tx, current)) {
		// The key that prevents duplicate notifications contains the fingerprint (a keyed hash) of the token that stopped
		// working. So a person who reconnects with another token and loses access again is notified again.
		const notifications = await addNotificationsAsNewMessages(
			tx,
			[out.personId],
			{ kind: "shut_out", id: out.id },
			out.tokenPrint,
		);
		await deps.enqueue(tx, "bot.outbox", notifications);
	}
}

/**
 * Stores a token that could not be verified. If the service was unreachable, keeps the stored state of a token that was
 * verified or refused earlier.
 */
export async function keepUnproved(
	tx: Tx,
	deps: Deps,
	claim: Claim,
	state: NewConnection["state"],
): Promise<Connection> {
	const { personId } = claim;
	await lockPerson(tx, personId);
	const known = await sameToken(tx, deps, claim);
	if (known && known.state !== "unproved" && state === "unproved") return viewOf(known);
	const accountId = known?.accountId ?? claim.accountId ?? null;
	const id = await keepConnection(tx, deps.vault, { ...claim, state, accountId });
	if (!known && claim.accountId !== undefined) await shutOut(tx, deps, { id, accountId: claim.accountId });
	return seen(tx, personId, id);
}

/** Marks the person's connection with this token as `needs_token`. Stores nothing if they have no such connection. */
async function refuse(deps: Deps, claim: Claim): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const known = await sameToken(tx, deps, claim);
		if (known) await moveConnection(tx, known, known.state, "needs_token");
	});
}

async function sameToken(tx: Tx, deps: Deps, { personId, serviceUrl, token }: Claim) {
	const print = deps.vault.fingerprint(token);
	const rows = await connectionsOf(tx, personId);
	return rows.find((row) => row.tokenPrint === print && row.serviceUrl === serviceUrl);
}

async function seen(tx: Tx, personId: number, id: number): Promise<Connection> {
	const row = await findConnection(tx, personId, id);
	if (!row) throw new Error("a connection that was just kept is there");
	return viewOf(row);
}

/**
 * Verifies the stored token of a connection again. Without `connectionId`, uses the active connection. Then activates
 * the tested connection, unless its token fails and the active connection's token works.
 */
export async function test(
	deps: Deps,
	{ personId, connectionId }: Actor & { connectionId?: number },
): Promise<ConnectResult | { kind: "not_found" }> {
	const connection =
		connectionId === undefined
			? await activeConnection(deps.db, personId)
			: await findConnection(deps.db, personId, connectionId);
	if (!connection) return { kind: "not_found" };
	const { serviceUrl } = connection;
	return verifyToken(deps, { personId, serviceUrl, token: openToken(deps.vault, connection) });
}

/**
 * Returns the account if its last known balance is below the person's low-balance limit. Returns null if it is not, if
 * the balance is unknown, or if no limit is set. Also returns null if the person is not connected to the account.
 */
export async function low(
	{ db }: Deps,
	{ personId, accountId }: Actor & { accountId: number },
): Promise<LowBalance | null> {
	const [account, person] = [await findAccount(db, accountId), await findPerson(db, personId)];
	if (!account || !(await isConnected(db, personId, accountId))) return null;
	const { userId, sandbox, balanceCents } = account;
	const isLow = balanceCents !== null && balanceCents < (person?.lowBalanceCents ?? balanceCents);
	return isLow ? { userId, sandbox, balanceCents } : null;
}

/**
 * Stores a balance that was just read. Notifies each person whose low-balance limit is above this balance, but not
 * above the previous one. The first known balance of an account causes no notification.
 *
 * `account`: the row as it was loaded before the service was asked. Stores nothing in these cases:
 * - The balance is unknown or unchanged.
 * - Another call has stored a lower balance since `account` was loaded. `balanceCents` may then be outdated.
 */
export async function recordBalance(deps: Deps, account: Account, balanceCents: number | null): Promise<void> {
	if (balanceCents === null || balanceCents === account.balanceCents) return;
	// Most balances cause no notification, so try it without a transaction first.
	if (await keepBalance(deps.db, account, balanceCents, { warns: false })) return;
	await deps.db.transaction(async (tx) => {
		await lockAccount(tx, account.id);
		const kept = await keepBalance(tx, account, balanceCents, { warns: true });
		if (kept?.before == null || kept.before <= balanceCents) return;
		const subject = { kind: "balance", id: account.id } as const;
		const rows = await addNotificationsAsNewMessages(tx, kept.toWarn, subject, `low at ${kept.now.toISOString()}`);
		await deps.enqueue(tx, "bot.outbox", rows);
	});
}
