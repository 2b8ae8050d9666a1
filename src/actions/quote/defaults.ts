import type { NamedValue } from "../../client/read/fields.ts";
import { fitsZone } from "../../rules/zones.ts";
import { managedAccount } from "../connection/managed-account.ts";
import type { Deps } from "../deps.ts";
import type { OrderDefaults } from "../operation/types.ts";

/**
 * Returns the edge profile and nameserver preset that new domains of the account get if their order names none. Returns
 * null if the service reports neither.
 */
export async function defaultsOf(
	deps: Deps,
	account: { serviceUrl: string; userId: number },
	fields: readonly NamedValue[],
	domains: readonly string[],
): Promise<OrderDefaults | null> {
	const keyUnder = (key: string) => fields.find(({ name }) => name === key)?.value ?? null;
	const edgeProfileKey = keyUnder("edge_profile_key");
	const nameserverPresetKey = keyUnder("nameserver_preset_key");
	if (edgeProfileKey === null) return nameserverPresetKey === null ? null : { edgeProfileKey, nameserverPresetKey };
	const known = await managedAccount(deps, account);
	if (!known) return { edgeProfileKey, nameserverPresetKey };
	const profile = known.edgeProfiles.find(({ key }) => key === edgeProfileKey);
	const fits = profile && domains.every((domain) => fitsZone(profile, domain));
	const edgeProblem = profile?.enabled ? (fits ? undefined : "zone") : "off";
	// On the built-in service, an edge profile includes its nameservers, so a default preset does not apply.
	return { edgeProfileKey, nameserverPresetKey: null, ...(edgeProblem && { edgeProblem }) };
}
