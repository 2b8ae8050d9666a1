import { applyPreset as apply, presets } from "../../rules/dns/presets.ts";
import { parseLabel } from "../../rules/names.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { PlanResult } from "../quote/types.ts";
import { changeZone, plannedOf } from "./change.ts";
import { openForChange, zoneOf } from "./zone.ts";

/**
 * Plans to set the records of a provider's preset, in place of the records that serve the same purpose. `account`: the
 * person's account name at the provider, needed if the preset asks for one.
 */
export async function applyPreset(
	deps: Deps,
	{
		personId,
		domain,
		preset: key,
		account = "",
	}: Actor & { domain: string; preset: string; account?: string | undefined },
): Promise<PlanResult | { kind: "no_preset" } | { kind: "account_wanted" }> {
	const preset = presets.find((each) => each.key === key);
	if (!preset) return { kind: "no_preset" };
	const label = parseLabel(account);
	if (preset.asks === "account" && !label.ok) return { kind: "account_wanted" };
	const zone = await openForChange(deps, personId, domain);
	if (zone.kind !== "open") return zone;
	const options = { zone: zoneOf(zone.domain), account: label.ok ? label.ascii : "" };
	const target = apply(zone.dns.records, preset, options).map((record) =>
		"raw" in record ? record : plannedOf(record, zone.domain),
	);
	return changeZone(deps, personId, zone, target);
}
