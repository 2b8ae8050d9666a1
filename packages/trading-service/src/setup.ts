import { builtInPreset, type DnsMode } from "@domains/contract/dns.ts";
import { type NameserverProblem, readNameservers } from "@domains/contract/names.ts";
import { orderSentence, type RegisterBody, type RegisterConfig } from "@domains/contract/orders.ts";
import { readRecord, ttlBounds, validateRecords } from "@domains/contract/records/record.ts";
import type { RecordProblem, SetProblem, Zone } from "@domains/contract/records/types.ts";
import type { DnsRecord, DnsRecordInput } from "@domains/contract/records/wire.ts";
import type { Slices } from "@domains/kit/slices.ts";
import { quote, Refusal } from "./refusal.ts";
import type { Setup } from "./schema.ts";
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

const recordSentences: Record<RecordProblem | SetProblem, string> = {
	type: "this type is not supported",
	hostname: "the hostname is malformed",
	hostname_outside: "the hostname is outside the domain",
	hostname_twice: "the hostname contains the domain twice",
	hostname_service: "an SRV hostname begins with _service._protocol",
	wildcard: "this type is not allowed at a wildcard",
	apex: "this type is not allowed at the domain itself",
	address_ipv4: "the value is not an IPv4 address",
	address_ipv6: "the value is not an IPv6 address",
	target: "the value is not a host name",
	target_relative: "write the target in full, such as mail.example.com",
	target_address: "the value must be a name, not an address",
	text_empty: "the text is empty",
	text_too_long: "the text is longer than 4080 bytes",
	text_character: "the text contains a control character",
	text_quotes: "the quotes do not match",
	text_generic: "the length after \\# does not match the data",
	srv: "the value must be: weight port target",
	caa: 'the value must be: flags tag "value"',
	ttl: "the TTL must be 60 to 2147483647",
	ttl_large: "the TTL must be 60 to 2147483647",
	priority: "the priority must be 0 to 65535",
	duplicate: "the record is a duplicate",
	alias_beside: "a CNAME cannot coexist with other records of its hostname",
	alias_twice: "a hostname can have only one CNAME",
	alias_loop: "the CNAME points back to itself",
	target_is_alias: "the target is a CNAME",
	null_mx_beside: "an MX of . cannot coexist with other MX records",
};

const nameserverSentences: Record<NameserverProblem, string> = {
	too_few: "at least two nameservers are needed",
	too_many: "at most 13 nameservers are allowed",
	duplicate: "a nameserver is a duplicate",
	address: "a nameserver must be a name, not an address",
	name: "a nameserver is not a host name",
};

/**
 * Fills the cache of parsed names in short slices, so that `acceptRecords` is fast and other requests are answered
 * meanwhile.
 */
export async function readAhead(slices: Slices, records: readonly DnsRecordInput[], domain: string): Promise<void> {
	await slices.map(records, (record) => readRecord(record, { domain, defaultTtl: ttlBounds.min }));
}

/** The refusal lists the first five invalid records. */
export function acceptRecords(inputs: readonly DnsRecordInput[], zone: Zone): DnsRecord[] {
	const valid = validateRecords(inputs, zone);
	if (valid.ok) return valid.records;
	const shown = valid.refusals
		.slice(0, 5)
		.map(({ index, problem }) => `records[${index}]: ${recordSentences[problem]}`);
	const more = valid.refusals.length > shown.length ? `; and ${valid.refusals.length - shown.length} more` : "";
	throw new Refusal("invalid", `${shown.join("; ")}${more}.`);
}

export function acceptNameservers(texts: readonly string[]): string[] {
	const read = readNameservers(texts);
	if (read.ok) return read.nameservers;
	throw new Refusal("invalid", nameserversSentence(read));
}

export function nameserversSentence({ problem, part }: { problem: NameserverProblem; part?: string }): string {
	const shown = part === undefined ? "" : ` (${quote(part)})`;
	return `nameservers: ${nameserverSentences[problem]}${shown}.`;
}
