import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { viewOf } from "../connection/view.ts";
import type { Deps } from "../deps.ts";
import { eventsTo } from "./events-to.ts";
import type { AccountResult } from "./types.ts";

export async function read(deps: Deps, { personId }: Actor): Promise<AccountResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, access.client.account);
	if (result.kind !== "ok") return result;
	const account = { ...result.value, userId: result.value.userId ?? access.account.userId };
	const connection = viewOf(access.connection);
	const events = await eventsTo(deps, access.account);
	return { kind: "account", account, connection, events };
}
