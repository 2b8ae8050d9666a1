import type { AdminAccount, ServiceAdmin } from "@domains/contract/admin.ts";
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
