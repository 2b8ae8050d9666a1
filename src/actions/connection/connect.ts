import type { ServiceAdmin } from "@domains/contract/admin.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import {
	type Account,
	findAccount,
	findSandboxAccount,
	keepAccount,
	newReceiverPath,
	raiseAdminSequence,
	setAccountOwner,
} from "../../store/accounts.ts";
import {
	activateConnection,
	activeConnection,
	connectionsOf,
	findConnection,
	lockPerson,
	openToken,
} from "../../store/connections.ts";
import { addPerson } from "../../store/people.ts";
import { type Claim, keepUnproved, verifyToken } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import { programTokenPrefix } from "../program/mandates.ts";
import { replaceToken, setUpReceiver } from "./managed-account.ts";
import { type Connection, type ConnectResult, viewOf } from "./types.ts";

/** Matches text that can be a bearer token (RFC 6750, 2.1) and is long enough to be a secret. */
const form = /^[\w.~+/-]{8,4096}=*$/;

/**
 * Verifies a token that the person sent, stores it encrypted, and activates its connection. A token that cannot be
 * verified does not replace an active connection that works. The same token sent twice yields the same connection.
 */
export async function connect(
	deps: Deps,
	{ personId, token, personName }: Actor & { token: string; personName?: string | undefined },
): Promise<ConnectResult> {
	const word = token.trim();
	if (!form.test(word)) return { kind: "malformed" };
	// The token of a program belongs to this bot: the registrar must never see it.
	if (word.startsWith(programTokenPrefix)) return { kind: "token_refused" };
	return verifyToken(deps, { personId, serviceUrl: deps.service.url, token: word, ...(personName && { personName }) });
}

const startCents = 500_00;

/**
 * Opens a sandbox account on the built-in service. A person has only one sandbox account, so a repeated call connects
 * the same account again. `personName`: the person's Telegram name. It is shown to other people who connect the
 * account. Returns `frozen` if a freeze of the account protects its token.
 */
export async function openSandbox(
	deps: Deps,
	{ personId, personName }: Actor & { personName?: string | undefined },
): Promise<ConnectResult | { kind: "no_sandbox" } | { kind: "frozen" }> {
	if (!deps.service.admin || deps.service.realMoney) return { kind: "no_sandbox" };
	const { url: serviceUrl } = deps.service;
	const own = await findSandboxAccount(deps.db, personId, serviceUrl);
	const claim = { personId, serviceUrl, owned: true, ...(personName && { personName }) };
	const ready = own ? await tokenOf(deps, own, claim) : await openAccount(deps, claim);
	if ("kind" in ready) return ready;
	const result = await verifyToken(deps, { ...claim, ...ready });
	const account = result.kind === "connected" && result.connection.account;
	const row = account ? await findAccount(deps.db, account.id) : undefined;
	if (row && (await isFree(deps, row))) await setUpReceiver(deps, row);
	return result;
}

/**
 * True if the bot may set the account's webhook address: no address is set, or the bot itself set it. The bot never
 * replaces an address that the owner set.
 */
async function isFree({ service }: Deps, account: Account): Promise<boolean> {
	const shown = await service.admin?.show(account.userId);
	return account.webhookUrl !== null || (shown?.kind === "done" && shown.value.webhook.url === null);
}

type Ready = Pick<Claim, "token" | "accountId">;

/** Returns the token that the bot has for the person's account, or else a new one. */
async function tokenOf(
	deps: Deps,
	own: Account,
	claim: Omit<Claim, "token">,
): Promise<Ready | ConnectResult | { kind: "frozen" }> {
	const { db, vault } = deps;
	const kept = await keptToken(db, vault, claim, own);
	if (kept) return kept;
	return replaceToken(deps, own, async () => {
		// A concurrent tap may have stored its token while this one waited.
		const stored = await keptToken(db, vault, claim, own);
		if (stored) return stored;
		const issued = await adminOf(deps).issueToken(`bot:${own.id}:token:${own.adminSequence}`, own.userId);
		if (issued.kind === "refused") return refusedBy(issued);
		await raiseAdminSequence(db, own);
		const ready = { token: issued.value.token, accountId: own.id };
		await db.transaction((tx) => keepUnproved(tx, deps, { ...claim, ...ready }, "unproved"));
		return ready;
	});
}

async function keptToken(
	db: Deps["db"] | Tx,
	vault: Deps["vault"],
	{ personId }: Omit<Claim, "token">,
	{ id }: Account,
): Promise<Ready | undefined> {
	const kept = (await connectionsOf(db, personId)).find((each) => each.accountId === id);
	return kept && kept.state !== "needs_token" ? { token: openToken(vault, kept) } : undefined;
}

/**
 * Opens a new account. Concurrent taps send the same idempotency key, so they get the same one. Stores it before the
 * first call with its token: the service forgets the key after a day, and a later tap would open another account.
 */
async function openAccount(deps: Deps, claim: Omit<Claim, "token">): Promise<Ready | ConnectResult> {
	const { personId, serviceUrl } = claim;
	const input = { balanceCents: startCents, whitelist: [...deps.service.egress] };
	const opened = await adminOf(deps).openAccount(`bot:sandbox:${personId}`, input);
	if (opened.kind === "refused") return refusedBy(opened);
	const { token, userId } = opened.value;
	return deps.db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		const row = { serviceUrl, userId, receiverPath: newReceiverPath(), sandbox: true, ownerId: personId };
		const account = await keepAccount(tx, row);
		// A concurrent tap may have stored the account, and its token may have been replaced since.
		const stored = await keptToken(tx, deps.vault, claim, account);
		if (stored) return stored;
		const ready = { token, accountId: account.id };
		await keepUnproved(tx, deps, { ...claim, ...ready }, "unproved");
		return ready;
	});
}

function adminOf({ service }: Deps): ServiceAdmin {
	if (!service.admin) throw new Error("a sandbox needs the admin port");
	return service.admin;
}

function refusedBy({ code, message }: { code: string; message: string }): ConnectResult {
	return { kind: "trouble", trouble: "refused", code, message };
}

/**
 * Sets the owner of an account of the built-in service; null removes the owner. Only the operator may do this. Knowing
 * the account's token does not make a person the owner.
 */
export async function assignOwner(
	deps: Deps,
	{ userId, ownerId }: { userId: number; ownerId: number | null },
): Promise<{ kind: "given" } | { kind: "not_found" }> {
	const { admin, url: serviceUrl } = deps.service;
	const shown = await admin?.show(userId);
	if (shown?.kind !== "done") return { kind: "not_found" };
	const { sandbox } = shown.value;
	const receiverPath = newReceiverPath();
	await deps.db.transaction(async (tx) => {
		if (ownerId !== null) await addPerson(tx, ownerId);
		await setAccountOwner(tx, { serviceUrl, userId, receiverPath, sandbox }, ownerId);
	});
	return { kind: "given" };
}

/** Lists the person's connections, the active one first. */
export async function list({ db }: Deps, { personId }: Actor): Promise<Connection[]> {
	return (await connectionsOf(db, personId)).map(viewOf);
}

/** Returns the active connection, or null, without a call to the service. */
export async function current({ db }: Deps, { personId }: Actor): Promise<Connection | null> {
	const connection = await activeConnection(db, personId);
	return connection ? viewOf(connection) : null;
}

export async function switchTo(
	{ db }: Deps,
	{ personId, connectionId }: Actor & { connectionId: number },
): Promise<{ kind: "switched"; connection: Connection } | { kind: "not_found" }> {
	return db.transaction(async (tx) => {
		await lockPerson(tx, personId);
		if (!(await findConnection(tx, personId, connectionId))) return { kind: "not_found" };
		await activateConnection(tx, personId, connectionId);
		const connection = await findConnection(tx, personId, connectionId);
		return connection ? { kind: "switched", connection: viewOf(connection) } : { kind: "not_found" };
	});
}
