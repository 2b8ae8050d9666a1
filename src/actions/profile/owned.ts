import { createHash } from "node:crypto";
import type { AdminAccount, AdminResult, ServiceAdmin } from "../../contract/admin.ts";
import { type Account, findAccount, nextManagedSequence } from "../../store/accounts.ts";
import { activeConnection } from "../../store/connections.ts";
import { noAccess } from "../access.ts";
import { adminOf } from "../connection/managed-account.ts";
import { test } from "../connection/test.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type { ChangeResult, Profile } from "./types.ts";

/** The person's active account, which they own in this bot. */
export interface Owned {
	kind: "mine";
	admin: ServiceAdmin;
	account: Account;
	userId: number;
}

export async function openOwned(deps: Deps, personId: number): Promise<Owned | { kind: "not_owner" } | Trouble> {
	const connection = await activeConnection(deps.db, personId);
	const account = connection?.account;
	if (!account) return noAccess(deps, connection);
	const admin = adminOf(deps, account);
	if (!admin || account.ownerId !== personId) return { kind: "not_owner" };
	return { kind: "mine", admin, account, userId: account.userId };
}

/**
 * Makes one admin call per button press: two presses of the same button share an idempotency key. Without a press id,
 * the key contains the account's counter, which increases after each call. The key also contains a digest of the call,
 * so different calls have different keys.
 */
export async function once<Value>(
	deps: Deps,
	{ account }: Owned,
	call: readonly unknown[],
	work: (key: string) => Promise<AdminResult<Value>>,
	press?: string,
): Promise<AdminResult<Value>> {
	const digest = createHash("sha256").update(JSON.stringify(call)).digest("base64url").slice(0, 22);
	const result = await work(
		`bot:${account.id}:${press === undefined ? account.adminSequence : `press ${press}`}:${digest}`,
	);
	if (result.kind === "done") await nextManagedSequence(deps.db, account);
	return result;
}

type Rest = [call: readonly unknown[], work: (key: string, owned: Owned) => Promise<AdminResult<AdminAccount>>];

/** Makes a change through the admin port, and returns the updated profile. */
export async function change(deps: Deps, personId: number, ...[call, work]: Rest): Promise<ChangeResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const result = await once(deps, owned, call, (key) => work(key, owned));
	return result.kind === "refused" ? result : { kind: "changed", profile: await profileOf(deps, owned, result.value) };
}

/** Like `change`, for a change that may restore the bot's access. Tests the token at once if it did not work before. */
export async function changeAccess(deps: Deps, personId: number, ...rest: Rest): Promise<ChangeResult> {
	const result = await change(deps, personId, ...rest);
	if (result.kind !== "changed") return result;
	const connection = await activeConnection(deps.db, personId);
	if (connection && connection.state !== "live") await test(deps, { personId });
	return result;
}

export async function profileOf(deps: Deps, { account }: Owned, shown: AdminAccount): Promise<Profile> {
	const { webhook, ...rest } = shown;
	const known = await findAccount(deps.db, account.id);
	const ours = webhook.url !== null && webhook.url === known?.webhookUrl;
	const newSecretFrom = webhook.rotation?.usedFrom ?? null;
	return { ...rest, webhook: { url: webhook.url, enabled: webhook.enabled, ours, newSecretFrom } };
}
