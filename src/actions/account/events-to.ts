import type { Account } from "../../store/accounts.ts";
import { hasSecret } from "../../store/secrets.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import type { EventsTo } from "./types.ts";

/** Returns where the service sends the account's webhook events, as far as this bot can find out. */
export async function eventsTo(deps: Deps, account: Account): Promise<EventsTo> {
	const { receiverBase } = deps.service;
	if (receiverBase === null) return "unreachable";
	const sentTo = (await managedAccount(deps, account))?.webhook.url;
	if (sentTo !== undefined && sentTo !== null && sentTo !== `${receiverBase}${account.receiverPath}`)
		return "elsewhere";
	return sentTo !== null && (await hasSecret(deps.db, account)) ? "here" : "none";
}
