import { createHash } from "node:crypto";
import type { AdminAccount, AdminResult, ServiceAdmin } from "@domains/contract/admin.ts";
import { type Account, findAccount, raiseAdminSequence } from "../../store/accounts.ts";
import { activeConnection } from "../../store/connections.ts";
import { accessTrouble } from "../access.ts";
import { adminOf } from "../connection/managed-account.ts";
import { test } from "../connection/test.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type { ChangeResult, Profile } from "./types.ts";

/** The person's active account, which they own in this bot. `admin`: the service's admin interface for the account. */
export interface Owned {
	kind: "mine";
	admin: ServiceAdmin;
	account: Account;
	userId: number;
}

export async function openOwned(deps: Deps, personId: number): Promise<Owned | { kind: "not_owner" } | Trouble> {
	const connection = await activeConnection(deps.db, personId);
	const account = connection?.account;
	if (!account) return accessTrouble(deps, connection);
	const admin = adminOf(deps, account);
	if (!admin || account.ownerId !== personId) return { kind: "not_owner" };
	return { kind: "mine", admin, account, userId: account.userId };
}

/**
 * Makes an admin call with an idempotency key, so that a repeated call changes nothing. The key contains:
 * - `buttonId` (the button of one message), so that all taps on that button share a key. Without `buttonId`, a counter
 *   of the account that increases after each successful call.
 * - A digest of `call`, so that different calls have different keys.
 */
export async function once<Result extends { kind: string }>(
	deps: Deps,
	{ account }: Owned,
	call: readonly unknown[],
	work: (key: string) => Promise<Result>,
	buttonId?: string,
): Promise<Result> {
	const digest = createHash("sha256").update(JSON.stringify(call)).digest("base64url").slice(0, 22);
	const result = await work(
		`bot:${account.id}:${buttonId === undefined ? account.adminSequence : `press ${buttonId}`}:${digest}`,
	);
	if (result.kind === "done") await raiseAdminSequence(deps.db, account);
	return result;
}

type Rest = [call: readonly unknown[], work: (key: string, owned: Owned) => Promise<AdminResult<AdminAccount>>];

/**
 * Changes the person's active account through the service's admin interface, and returns the updated profile. Returns
 * `not_owner` if they do not own the account.
 */
export async function change(deps: Deps, personId: number, ...[call, work]: Rest): Promise<ChangeResult> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const result = await once(deps, owned, call, (key) => work(key, owned));
	return result.kind === "refused" ? result : { kind: "changed", profile: await profileOf(deps, owned, result.value) };
}

/**
 * Makes a change that may restore the bot's access to the account. If the stored token did not work before the change,
 * tests it again at once.
 */
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
