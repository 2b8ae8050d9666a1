import type { AdminAccount, ServiceAdmin } from "../../contract/admin.ts";
import type { Deps } from "../deps.ts";

/** Returns the admin port for an account of the built-in service; null for an account of any other service. */
export function adminOf(
	{ service }: Pick<Deps, "service">,
	{ serviceUrl }: { serviceUrl: string },
): ServiceAdmin | null {
	return serviceUrl === service.url ? service.admin : null;
}

/** True if this person opened the account in this bot. Only that person manages its token and API here. */
export function isManagedBy(
	deps: Pick<Deps, "service">,
	account: { serviceUrl: string; ownerId: number | null } | null,
	personId: number,
): boolean {
	return account !== null && account.ownerId === personId && adminOf(deps, account) !== null;
}

/** Returns an account of the built-in service as its admin port describes it; null for any other service. */
export async function managedAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<AdminAccount | null> {
	const shown = await adminOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}
