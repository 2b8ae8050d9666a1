import type { AdminAccount, ServiceAdmin } from "../../contract/admin.ts";
import type { Deps } from "../deps.ts";

/** The desk that an account of the built-in service obeys; null for one of any other service. */
export function adminOf(
	{ service }: Pick<Deps, "service">,
	{ serviceUrl }: { serviceUrl: string },
): ServiceAdmin | null {
	return serviceUrl === service.url ? service.desk : null;
}

/** Whether this person opened the account here: they alone manage its token and its API, and do so in this bot. */
export function isManagedBy(
	deps: Pick<Deps, "service">,
	account: { serviceUrl: string; ownerId: number | null } | null,
	personId: number,
): boolean {
	return account !== null && account.ownerId === personId && adminOf(deps, account) !== null;
}

/** An account of the built-in service as its desk knows it; null for one of any other service. */
export async function managedAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<AdminAccount | null> {
	const shown = await adminOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}
