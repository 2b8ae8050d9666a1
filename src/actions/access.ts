import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { Client } from "../client/index.ts";
import type { CallOptions, Result } from "../client/result.ts";
import {
	type Account,
	findAccount,
	isConnected,
	keepAccount,
	keepBalance,
	lockAccount,
	newReceiverPath,
	peopleOf,
} from "../store/accounts.ts";
import {
	activeConnection,
	type Connected,
	type ConnectionRow,
	connectionsOf,
	findConnection,
	isOvertaken,
	keepConnection,
	lockPerson,
	markOthersOutdated,
	moveConnection,
	type NewConnection,
	openToken,
} from "../store/connections.ts";
import { readClock } from "../store/database.ts";
import { addNotifications, addNotificationsAsNewMessages } from "../store/notifications.ts";
import { wakeHeldRequests } from "../store/operation-lists.ts";
import { findPerson } from "../store/people.ts";
import { keepWatch } from "../store/watches.ts";
import { type Connection, type ConnectResult, type LowBalance, viewOf } from "./connection/types.ts";
import { type Actor, type Deps, isManagedBy, managedAccount, waiting } from "./deps.ts";
import { type FailedResult, type Trouble, toTrouble } from "./trouble.ts";
import { nextLook, pricesAfterMs } from "./watch/schedule.ts";

/** What a call to the service needs: the person's connection, its account, and an API client that sends its token. */
export interface Access {
	connection: Connected & { account: Account };
	account: Account;
	client: Client;
}

/**
 * Opens the person's connection to the account `accountId`. Without `accountId`, opens their active connection. If the
 * connection cannot be used, returns the reason.
 *
 * The state `needs_whitelist` means that the service refused the bot's IP address (403). The address may be on the
 * whitelist by now. So an active connection in this state is tested again first.
 */
export async function openAccess(deps: Deps, personId: number, accountId?: number): Promise<Access | Trouble> {
	if (accountId !== undefined) {
		const own = (await connectionsOf(deps.db, personId)).find((each) => each.accountId === accountId);
		if (!own) return { kind: "trouble", trouble: "left_account" };
		// Do not test the token of an inactive connection. A successful test would make this connection the active one,
		// without the person's consent.
		if (!own.active) return accessOf(deps, own);
	}
	const known = await activeConnection(deps.db, personId);
	const needsWhitelist = known?.state === "needs_whitelist";
	if (needsWhitelist) await test(deps, { personId });
	const connection = needsWhitelist ? await activeConnection(deps.db, personId) : known;
	return connection ? accessOf(deps, connection) : accessTrouble(deps, connection);
}

/**
 * What a lookup of names and prices needs. `connection` is missing if the person has no account: the lookup then uses an
 * account of the operator. Nothing of that account may be shown, so its `id` belongs to no row.
 */
export interface Lookup {
	connection?: Access["connection"];
	account: Pick<Account, "id" | "sandbox">;
	client: Pick<Client, "search" | "searchBatch" | "zones">;
}

/** Opens the person's active connection or, for a person without one, the account of the operator. */
export async function openLookup(deps: Deps, personId: number): Promise<Access | Lookup | Trouble> {
	const access = await openAccess(deps, personId);
	if (!("kind" in access) || access.trouble !== "not_connected") return access;
	const token = await deps.service.lookupToken();
	if (token === null) return access;
	const client = deps.openClient({ serviceUrl: deps.service.url, token });
	return { account: { id: 0, sandbox: deps.service.admin !== null }, client };
}

/** True if the lookup uses the person's own account. */
export function isOwn(lookup: Access | Lookup): lookup is Access {
	return lookup.connection !== undefined;
}

export function accessOf(deps: Deps, connection: Connected): Access | Trouble {
	const { account, state, serviceUrl } = connection;
	if (!account || state !== "live") return accessTrouble(deps, connection);
	const plain = deps.openClient({ serviceUrl, token: openToken(deps.vault, connection) });
	const client = observed(plain, (result) => recordAccess(deps, connection, result));
	let { balanceCents } = account;
	const readAccount: Client["account"] = async (options) => {
		const loaded = { ...account, balanceCents };
		const result = await client.account(options);
		if (result.kind === "ok") {
			await recordBalance(deps, loaded, result.value.balanceCents);
			balanceCents = result.value.balanceCents ?? balanceCents;
		}
		return result;
	};
	return { connection: { ...connection, account }, account, client: { ...client, account: readAccount } };
}

function notConnected({ service }: Deps): Trouble {
	return { kind: "trouble", trouble: "not_connected", ...(service.admin && !service.realMoney && { sandbox: true }) };
}

/** Returns why this connection cannot be used. `connection` is undefined if the person has none. */
export function accessTrouble(deps: Deps, connection: Connected | undefined): Trouble {
	if (!connection) return notConnected(deps);
	const { state } = connection;
	const which = whichOf(deps, connection, state === "needs_token");
	if (state === "needs_token") return { kind: "trouble", trouble: "unauthorized", ...which };
	if (state === "unproved") return { kind: "trouble", trouble: "unproved", ...which };
	return { kind: "trouble", trouble: "forbidden", addresses: deps.service.egress, ...which };
}

/**
 * Returns optional fields of a `Trouble` that describe the affected connection:
 * - `connectionId` is set if the connection is not the active one.
 * - `here` is set if the active connection's token stopped working and this bot can issue a new one.
 */
function whichOf(
	deps: Deps,
	{ id, active, account, personId }: Connected,
	tokenDied: boolean,
): Pick<Trouble, "connectionId" | "here"> {
	if (!active) return { connectionId: id };
	return tokenDied && isManagedBy(deps, account, personId) ? { here: true } : {};
}

/**
 * Calls the service while a person waits. The call has interactive priority and a short deadline. If the call fails,
 * returns the reason to show to the person. `asOf` is that of `Result`.
 */
export async function ask<Value>(
	deps: Deps,
	access: Pick<Lookup, "connection">,
	call: (options: CallOptions) => Promise<Result<Value>>,
): Promise<{ kind: "ok"; value: Value; asOf?: Date } | Trouble> {
	const result = await call(waiting(deps));
	return result.kind === "ok" ? result : troubleWith(deps, access, result);
}

/**
 * Converts the failed result of a call over this connection to a `Trouble`: the reason to show to the person. If the
 * service refuses the account of the operator, the person cannot do anything about that except connect their own.
 */
export function troubleWith(deps: Deps, { connection }: Pick<Lookup, "connection">, result: FailedResult): Trouble {
	const trouble = toTrouble(result, deps.service);
	if (!connection) {
		if (trouble.trouble !== "unauthorized" && trouble.trouble !== "forbidden") return trouble;
		deps.log.warn({ trouble: trouble.trouble }, "the service refused the account for lookups");
		return notConnected(deps);
	}
	return { ...trouble, ...whichOf(deps, connection, trouble.trouble === "unauthorized") };
}

/**
 * Changes the state of the connection if the service refused its token (401) or the bot's IP address (403). Does
 * nothing if the person has replaced the token meanwhile.
 */
async function recordAccess(deps: Deps, connection: ConnectionRow, result: Result<unknown>): Promise<void> {
	if (result.kind !== "refused" || (result.status !== 401 && result.status !== 403)) return;
	const to = result.status === 401 ? "needs_token" : "needs_whitelist";
	const moved = await moveConnection(deps.db, connection, "live", to);
	if (moved) deps.log.info({ connection: connection.id, state: to }, "the service refused the access of a connection");
}

/** Wraps a client so that each call passes its result to `record` before returning it to the caller. */
function observed(client: Client, record: (result: Result<unknown>) => Promise<void>): Client {
	const watch =
		<Input extends unknown[], Value>(call: (...input: Input) => Promise<Result<Value>>) =>
		async (...input: Input): Promise<Result<Value>> => {
			const result = await call(...input);
			await record(result);
			return result;
		};
	return {
		spell: client.spell,
		account: watch(client.account),
		zones: watch(client.zones),
		search: watch(client.search),
		searchBatch: watch(client.searchBatch),
		domains: watch(client.domains),
		domain: watch(client.domain),
		dns: watch(client.dns),
		deliveries: watch(client.deliveries),
		send: watch(client.send),
	};
}

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
		await keepWatch(tx, { kind: "prices", accountId: account.id, afterMs: firstMs + pricesAfterMs });
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
