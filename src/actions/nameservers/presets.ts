import type { NameserverPreset } from "@domains/contract/admin.ts";
import { builtInPreset } from "@domains/contract/dns.ts";
import type { Account } from "../../store/accounts.ts";
import { type Access, ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import type { KnownPresets } from "./types.ts";

/**
 * Returns the nameserver presets (named sets of nameservers) to offer. The built-in service lists all presets of the
 * account. For an external service, only the account's default preset is known.
 */
export async function presets(deps: Deps, { personId }: Actor): Promise<KnownPresets> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return { keys: [], all: false };
	const known = await allPresets(deps, access.account);
	if (known) return { keys: known.map(({ key }) => key), all: true };
	return { keys: await defaultPreset(deps, access), all: false };
}

/** Returns all nameserver presets of the account; null on an external service, which does not list them. */
export async function allPresets(deps: Deps, account: Account): Promise<NameserverPreset[] | null> {
	const known = await managedAccount(deps, account);
	return known && [{ key: builtInPreset, nameservers: known.ownNameservers }, ...known.presets];
}

async function defaultPreset(deps: Deps, access: Access): Promise<string[]> {
	const account = await ask(deps, access, access.client.account);
	if (account.kind !== "ok") return [];
	return account.value.defaults.filter(({ name }) => name === "nameserver_preset_key").map(({ value }) => value);
}
