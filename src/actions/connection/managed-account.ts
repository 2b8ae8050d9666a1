import type { AdminAccount, ServiceAdmin } from "@domains/contract/admin.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { type Account, isDeserted } from "../../store/accounts.ts";
import { findFreeze, preventConfirmations } from "../../store/freezes.ts";
import type { Deps } from "../deps.ts";

/**
 * Returns the admin interface of the built-in service if the account belongs to that service. Returns null for an
 * account of an external service.
 */
export function adminOf(
	{ service }: Pick<Deps, "service">,
	{ serviceUrl }: { serviceUrl: string },
): ServiceAdmin | null {
	return serviceUrl === service.url ? service.admin : null;
}

/**
 * True if this person owns an account of the built-in service. They own it if they opened it in this bot, or if the
 * operator made them the owner. Only the owner manages its token and settings in this bot.
 */
export function isManagedBy(
	deps: Pick<Deps, "service">,
	account: { serviceUrl: string; ownerId: number | null } | null,
	personId: number,
): boolean {
	return account !== null && account.ownerId === personId && adminOf(deps, account) !== null;
}

/**
 * Reads the account through the admin interface of the built-in service. Returns null for an account of an external
 * service, or if the read fails.
 */
export async function managedAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<AdminAccount | null> {
	const shown = await adminOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}

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
