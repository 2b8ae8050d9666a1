import type { AccountDesk, DeskAccount } from "../../contract/desk.ts";
import type { Deps } from "../deps.ts";

/** The desk that an account of the built-in service obeys; null for one of any other service. */
export function deskOf({ service }: Pick<Deps, "service">, { serviceUrl }: { serviceUrl: string }): AccountDesk | null {
	return serviceUrl === service.url ? service.desk : null;
}

/** An account of the built-in service as its desk knows it; null for one of any other service. */
export async function deskAccount(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
): Promise<DeskAccount | null> {
	const shown = await deskOf(deps, account)?.show(account.userId);
	return shown?.kind === "done" ? shown.value : null;
}
