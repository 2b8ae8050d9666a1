import type { Account } from "../../store/accounts.ts";
import { hasSecret } from "../../store/secrets.ts";
import { ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { deskAccount } from "../connection/desk-account.ts";
import { viewOf } from "../connection/view.ts";
import type { Deps } from "../deps.ts";
import type { AccountResult, EventsTo } from "./types.ts";

export async function read(deps: Deps, { personId }: Actor): Promise<AccountResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, access.client.account);
	if (result.kind !== "ok") return result;
	const { userId, balanceCents, apiEnabled, webhookEnabled, whitelist, defaults, others } = result.value;
	const account = { userId: userId ?? access.account.userId, balanceCents, apiEnabled, webhookEnabled };
	const connection = viewOf(access.connection);
	const events = await eventsOf(deps, access.account);
	return { kind: "account", account: { ...account, whitelist, defaults, others }, connection, events };
}

async function eventsOf(deps: Deps, account: Account): Promise<EventsTo> {
	const { receiverBase } = deps.service;
	if (receiverBase === null) return "unreachable";
	const told = (await deskAccount(deps, account))?.webhook.url;
	if (told !== undefined && told !== null && told !== `${receiverBase}${account.receiverPath}`) return "elsewhere";
	return told !== null && (await hasSecret(deps.db, account)) ? "here" : "none";
}
