import type { AdminAccount, ServiceAdmin } from "../../contract/admin.ts";
import type { Deps } from "../deps.ts";

/** Returns the admin port for an account of the built-in service; null for an account of any other service. */
export function adminOf(
	{ service }: Pick<Deps, "service">,
	{ serviceUrl }: { serviceUrl: string },
): ServiceAdmin | null {
	return serviceUrl === service.url ? service.admin : null;
}

/**
 * True if this person owns the account here: they opened it in this bot, or the operator made them the owner. Only the
 * owner manages its token and API in this bot.
 */
export function isManagedBy(
	deps: Pick<Deps, "service">,
	account: { serviceUrl: string; ownerId: number | null } | null,
	personId: number,
): boolean {
	return account !== null && account.ownerId === personId && adminOf(deps, account) !== null;
}

/**
 * Returns an account of the built-in service as its admin port describes it. Null for any other service, or if the
 * admin port refuses.
 */
export async function managedAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<AdminAccount | null> {
	const shown = await adminOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}
