import type { ServiceAdmin } from "@domains/contract/admin.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import {
	type Account,
	findAccount,
	findSandboxAccount,
	keepAccount,
	raiseAdminSequence,
} from "../../store/accounts.ts";
import { connectionsOf, lockPerson, openToken } from "../../store/connections.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { replaceToken } from "./managed-account.ts";
import { newReceiverPath, setUpReceiver } from "./receiver.ts";
import type { ConnectResult } from "./types.ts";
import { type Claim, keepUnproved, verifyToken } from "./verify-token.ts";

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
