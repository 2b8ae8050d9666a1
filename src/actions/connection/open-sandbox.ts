import type { AdminResult } from "@domains/contract/admin.ts";
import { type Account, findAccount, findSandboxAccount, isDeserted, raiseAdminSequence } from "../../store/accounts.ts";
import { connectionsOf, openToken } from "../../store/connections.ts";
import { findFreeze } from "../../store/freezes.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { setUpReceiver } from "./receiver.ts";
import type { ConnectResult } from "./types.ts";
import { verifyToken } from "./verify-token.ts";

const startCents = 500_00;

/**
 * Opens a sandbox account on the built-in service. A person has only one sandbox account, so a repeated call connects
 * the same account again. `personName`: the person's Telegram name. It is shown to other people who connect the
 * account. Returns `frozen` if a freeze of the account protects its token (`isTokenProtected`).
 */
export async function openSandbox(
	deps: Deps,
	{ personId, personName }: Actor & { personName?: string | undefined },
): Promise<ConnectResult | { kind: "no_sandbox" } | { kind: "frozen" }> {
	if (!deps.service.admin) return { kind: "no_sandbox" };
	const { url: serviceUrl } = deps.service;
	const own = await findSandboxAccount(deps.db, personId, serviceUrl);
	const kept = own && (await keptToken(deps, personId, own));
	if (own && kept === undefined && (await isTokenProtected(deps, own))) return { kind: "frozen" };
	const token = kept ?? (await newToken(deps, personId, own));
	if (typeof token !== "string") return token;
	const result = await verifyToken(deps, {
		personId,
		serviceUrl,
		token,
		owned: true,
		...(personName && { personName }),
	});
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

async function keptToken(deps: Deps, personId: number, { id }: Account): Promise<string | undefined> {
	const kept = (await connectionsOf(deps.db, personId)).find((each) => each.accountId === id);
	return kept && kept.state !== "needs_token" ? openToken(deps.vault, kept) : undefined;
}

/**
 * True if the account is frozen and a new token would replace one, as in *Profile → API*. False if no person is connected
 * to the account: a new token then disconnects no one, and without it the owner could not end the freeze.
 */
async function isTokenProtected({ db, service }: Deps, { id: accountId, userId }: Account): Promise<boolean> {
	if (!(await findFreeze(db, { accountId, domain: "" })) || (await isDeserted(db, accountId))) return false;
	const shown = await service.admin?.show(userId);
	return shown?.kind !== "done" || shown.value.token !== null;
}

/**
 * Opens a new account and returns its token. If `own` is given, issues a new token for that account instead. Two
 * concurrent taps send the same idempotency key, so both get the same token.
 */
async function newToken(deps: Deps, personId: number, own: Account | undefined): Promise<string | ConnectResult> {
	const { admin, egress } = deps.service;
	if (!admin) throw new Error("a sandbox needs the admin port");
	const input = { balanceCents: startCents, whitelist: [...egress] };
	const opened: AdminResult<{ token: string }> = own
		? await admin.issueToken(`bot:${own.id}:token:${own.adminSequence}`, own.userId)
		: await admin.openAccount(`bot:sandbox:${personId}`, input);
	if (opened.kind === "refused")
		return { kind: "trouble", trouble: "refused", code: opened.code, message: opened.message };
	if (own) await raiseAdminSequence(deps.db, own);
	return opened.value.token;
}
