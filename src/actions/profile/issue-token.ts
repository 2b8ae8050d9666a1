import { limits } from "@domains/contract/limits.ts";
import { findFreeze } from "../../store/freezes.ts";
import { replaceToken } from "../connection/managed-account.ts";
import { verifyToken } from "../connection/verify-token.ts";
import type { Deps } from "../deps.ts";
import { once, openOwned, profileOf } from "./owned.ts";
import type { ByButton, SecretResult } from "./types.ts";

/**
 * Issues a new token for the person's account. This bot uses it at once, and the old token stops working. If there is
 * an old token, asks for a second confirmation unless `sure` is set. While the account is frozen, replaces no token,
 * because that would disconnect the others.
 */
export async function issueToken(
	deps: Deps,
	{ personId, buttonId, sure = false }: ByButton & { sure?: boolean },
): Promise<SecretResult | { kind: "short"; balanceCents: number; neededCents: number } | { kind: "frozen" }> {
	const owned = await openOwned(deps, personId);
	if (owned.kind !== "mine") return owned;
	const { admin, userId, account } = owned;
	const before = await admin.show(userId);
	if (before.kind === "refused") return before;
	const { balanceCents, token: old } = before.value;
	const neededCents = limits.tokenBalanceCents;
	if (balanceCents < neededCents) return { kind: "short", balanceCents, neededCents };
	if (old !== null && (await findFreeze(deps.db, { accountId: account.id, domain: "" }))) return { kind: "frozen" };
	if (old !== null && !sure) return { kind: "ask_twice", warning: "old_token" };
	/**
	 * True if the token is still the account's current one. A repeated tap on the same button returns the token of the
	 * first tap, which may have been replaced since.
	 */
	const isInForce = async (token: string): Promise<boolean> => {
		const shown = await admin.show(userId);
		return shown.kind === "done" && shown.value.token?.lastFour === token.slice(-4);
	};
	const issue = async (key: string) => {
		const result = await replaceToken(deps, account, () => admin.issueToken(key, userId));
		// Store the token before `once` counts this tap as done. After an interruption, the next tap gets the same token
		// again.
		if (result.kind === "done" && (await isInForce(result.value.token))) {
			const { id: accountId, serviceUrl } = account;
			await verifyToken(deps, { personId, serviceUrl, token: result.value.token, owned: true, accountId });
		}
		return result;
	};
	const issued = await once(deps, owned, ["issueToken"], issue, buttonId);
	if (issued.kind !== "done") return issued;
	const { token: secret } = issued.value;
	const after = await admin.show(userId);
	if (after.kind === "refused") return after;
	// A newer token has replaced the token that this button issued. Ask before another token replaces the newer one.
	if (after.value.token?.lastFour !== secret.slice(-4)) return { kind: "ask_twice", warning: "old_token" };
	return { kind: "shown_once", secret, profile: await profileOf(deps, owned, after.value) };
}
