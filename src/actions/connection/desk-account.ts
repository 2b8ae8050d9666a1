import type { DeskAccount } from "../../contract/desk.ts";
import type { Deps } from "../deps.ts";

/** An account of the built-in service as its desk knows it; null for one of any other service. */
export async function deskAccount(
	{ service }: Deps,
	{ serviceUrl, userId }: { serviceUrl: string; userId: number },
): Promise<DeskAccount | null> {
	if (!service.desk || serviceUrl !== service.url) return null;
	const shown = await service.desk.show(userId);
	return shown.kind === "done" ? shown.value : null;
}
