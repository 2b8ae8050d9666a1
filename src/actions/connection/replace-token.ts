import type { Db } from "@domains/kit/postgres/connect.ts";
import { type Account, isDeserted } from "../../store/accounts.ts";
import { findFreeze, preventConfirmations } from "../../store/freezes.ts";
import type { Deps } from "../deps.ts";

const turns = new WeakMap<Db, Promise<unknown>>();

/**
 * Runs `work`, which may replace the token of an account. Returns `frozen` instead if a freeze protects the token. A
 * freeze that begins meanwhile waits for `work`, and so does another replacement of the token.
 */
export function replaceToken<Result>(
	deps: Deps,
	account: Account,
	work: () => Promise<Result>,
): Promise<Result | { kind: "frozen" }> {
	// The transaction keeps one connection of the pool, while `work` needs another one. Many of them at once would use all.
	const before = turns.get(deps.db) ?? Promise.resolve();
	const result = before.then(() =>
		deps.db.transaction(async (tx) => {
			await preventConfirmations(tx, account.id);
			return (await isTokenProtected(deps, account)) ? { kind: "frozen" as const } : await work();
		}),
	);
	turns.set(
		deps.db,
		result.catch(() => undefined),
	);
	return result;
}

/**
 * True if the account is frozen and a new token would replace one. False if no person is connected to the account: a new
 * token then disconnects no one, and without it the owner could not end the freeze.
 */
async function isTokenProtected({ db, service }: Deps, { id: accountId, userId }: Account): Promise<boolean> {
	if (!(await findFreeze(db, { accountId, domain: "" })) || (await isDeserted(db, accountId))) return false;
	const shown = await service.admin?.show(userId);
	return shown?.kind !== "done" || shown.value.token !== null;
}
