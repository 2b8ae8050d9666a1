import type { Client } from "../client/index.ts";
import type { CallOptions, Result } from "../client/result.ts";
import type { Account } from "../store/accounts.ts";
import {
	activeConnection,
	type Connected,
	type ConnectionRow,
	connectionsOf,
	moveConnection,
	openToken,
} from "../store/connections.ts";
import { isManagedBy } from "./connection/managed-account.ts";
import { recordBalance, test } from "./connection/verify-token.ts";
import { type Deps, waiting } from "./deps.ts";
import { type FailedResult, type Trouble, toTrouble } from "./trouble.ts";

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
	return { kind: "trouble", trouble: "not_connected", ...(service.admin && { sandbox: true }) };
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
 * returns the reason to show to the person.
 */
export async function ask<Value>(
	deps: Deps,
	access: Pick<Lookup, "connection">,
	call: (options: CallOptions) => Promise<Result<Value>>,
): Promise<{ kind: "ok"; value: Value } | Trouble> {
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
