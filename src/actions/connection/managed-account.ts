import type { AdminAccount, ServiceAdmin } from "../../contract/admin.ts";
import type { Deps } from "../deps.ts";

/**
 * Returns the built-in service's admin port if this is one of its accounts; null for an account of an external service.
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
 * Returns what the built-in service's admin port shows of the account. Returns null for an account of an external
 * service, or if the admin port refuses.
 */
export async function managedAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<AdminAccount | null> {
	const shown = await adminOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}
