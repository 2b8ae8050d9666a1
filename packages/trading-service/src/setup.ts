import { builtInPreset, type DnsMode } from "@domains/contract/dns.ts";
import { orderSentence, type RegisterBody, type RegisterConfig } from "@domains/contract/orders.ts";
import { acceptNameservers, acceptRecords } from "./dns-refusals.ts";
import { Refusal } from "./refusal.ts";
import type { Setup } from "./schema/trade.ts";
import type { Defaults } from "./store/accounts.ts";

/**
 * Throws a refusal if the configuration is not allowed.
 * - If the request sets neither nameservers nor an edge profile, the account's defaults apply.
 * - A request with nameservers or a preset does not get the default edge profile.
 * - A request with both nameservers (or a preset) and an edge profile is refused.
 */
export function setUp(
	body: Pick<RegisterBody, "edge_profile_key" | "config">,
	domain: { ascii: string; zone: string },
	defaults: Defaults,
): Setup {
	const config = body.config ?? {};
	const records = acceptRecords(config.records ?? [], { domain: domain.ascii, defaultTtl: defaults.ttl });
	const chosenNameservers = chooseNameservers(config, defaults);
	const asked = askedEdgeKey(body);
	if (asked !== undefined && chosenNameservers) {
		throw new Refusal("invalid", "An edge profile brings its own nameservers: give one or the other.");
	}
	const edgeKey = asked ?? (chosenNameservers ? null : defaults.edgeKey);
	if (edgeKey !== null) {
		requireEdgeProfile(edgeKey, domain.zone, defaults);
		return { nameservers: [...defaults.ownNameservers], mode: "edge", edgeKey, records };
	}
	const nameservers = chosenNameservers ?? presetNameservers(defaults.presetKey ?? builtInPreset, defaults);
	return { nameservers, mode: modeOf(nameservers, defaults), edgeKey: null, records };
}

export function modeOf(
	nameservers: readonly string[],
	{ ownNameservers }: Pick<Defaults, "ownNameservers">,
): Exclude<DnsMode, "edge"> {
	return nameservers.every((each) => ownNameservers.includes(each)) ? "managed" : "external";
}

/** A preset of the account, or the built-in preset `default`. */
export function presetNameservers(key: string, { presets, ownNameservers }: Defaults): string[] {
	const kept = presets.get(key);
	if (kept) return kept;
	if (key === builtInPreset) return [...ownNameservers];
	throw new Refusal("invalid", orderSentence("preset_missing", { key }));
}

/** Refuses a profile that is missing, disabled, or does not serve the zone. */
export function requireEdgeProfile(key: string, zone: string, { edgeProfiles }: Defaults): void {
	const profile = edgeProfiles.get(key);
	if (!profile) throw new Refusal("no_edge", orderSentence("edge_missing", { key }));
	if (!profile.enabled) throw new Refusal("no_edge", orderSentence("edge_off", { key }));
	if (profile.zones && !profile.zones.includes(zone)) {
		throw new Refusal("no_edge", orderSentence("edge_zone", { key, zone }));
	}
}

function chooseNameservers(config: RegisterConfig, defaults: Defaults): string[] | undefined {
	if (config.nameservers) return acceptNameservers(config.nameservers);
	return config.nameserver_preset_key === undefined
		? undefined
		: presetNameservers(config.nameserver_preset_key, defaults);
}

function askedEdgeKey({ edge_profile_key: outer, config }: Pick<RegisterBody, "edge_profile_key" | "config">) {
	const inner = config?.edge_profile_key;
	if (outer !== undefined && inner !== undefined && outer !== inner) {
		throw new Refusal("invalid", "edge_profile_key and config.edge_profile_key differ.");
	}
	return outer ?? inner;
}
