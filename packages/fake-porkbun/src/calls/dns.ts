import { isIPv4, isIPv6 } from "node:net";
import { type Answer, type Call, integer, refuse, succeed } from "../answer.ts";
import { type DnsRecord, type Domain, ownNameservers } from "../state.ts";
import { ownDomain } from "./domain.ts";

const types = ["A", "AAAA", "MX", "CNAME", "ALIAS", "TXT", "NS", "SRV", "TLSA", "CAA", "SSHFP"];
const minTtl = 600;

/** Addresses that cannot be next to an alias of the same name. */
const addresses = ["A", "AAAA", "CNAME", "ALIAS"];

function show(record: DnsRecord): Record<string, unknown> {
	const { id, name, type, content, ttl, prio, notes } = record;
	return { id, name, type, content, ttl: `${ttl}`, prio: prio === null ? null : `${prio}`, notes };
}

function answer(records: readonly DnsRecord[]): Answer {
	return succeed({ cloudflare: "disabled", records: records.map(show) });
}

const fullName = (domain: Domain, label: unknown) =>
	typeof label === "string" && label !== "" ? `${label.toLowerCase()}.${domain.name}` : domain.name;

function isDefault(domain: Domain, { type, name, content }: DnsRecord): boolean {
	return type === "NS" && name === domain.name && ownNameservers.includes(content);
}

function matching(domain: Domain, { path }: Call): DnsRecord[] {
	const [, type = "", label] = path;
	return domain.records.filter((each) => each.type === type.toUpperCase() && each.name === fullName(domain, label));
}

export function retrieve(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const [, id] = call.path;
	return answer(id ? domain.records.filter((each) => each.id === id) : domain.records);
}

export function retrieveByNameType(call: Call): Answer {
	const domain = ownDomain(call);
	return "status" in domain ? domain : answer(matching(domain, call));
}

/** Reads the fields of a create or an edit. `before` is the edited record. */
function readRecord(call: Call, domain: Domain, before?: DnsRecord): Omit<DnsRecord, "id"> | Answer {
	const { input, options } = call;
	const type = `${input["type"] ?? before?.type ?? ""}`.toUpperCase();
	const content = input["content"];
	if (!types.includes(type)) return refuse("INVALID_TYPE", "DNS record type is not supported.");
	if (typeof content !== "string" || content.trim() === "" || content.length > 4_096)
		return refuse("INVALID_CONTENT", "The content is missing.");
	if ((type === "A" && !isIPv4(content)) || (type === "AAAA" && !isIPv6(content)))
		return refuse("INVALID_CONTENT", "The content is not an IP address.");
	const name = input["name"] === undefined && before ? before.name : fullName(domain, input["name"]);
	const ttl = integer(input["ttl"] ?? 0) || before?.ttl || minTtl;
	if (ttl < minTtl && options.lowTtl === "refuse") return refuse("INVALID_TTL", "The TTL is below the minimum of 600.");
	const others = domain.records.filter((each) => each !== before && each.name === name);
	if (others.some((each) => each.type === type && each.content === content))
		return refuse("DUPLICATE_RECORD", "This record exists.");
	const isAlias = (each: string) => each === "CNAME" || each === "ALIAS";
	const clash = others.some(
		(each) =>
			each.type === "CNAME" ||
			type === "CNAME" ||
			((isAlias(each.type) || isAlias(type)) && addresses.includes(type) && addresses.includes(each.type)),
	);
	if (clash) return refuse("RECORD_CONFLICT", "A record of this name cannot be next to this one.");
	// A create leaves the priority empty where it means nothing. An edit writes 0, as testers saw.
	const prio = integer(input["prio"]) ?? (type === "MX" || type === "SRV" || before ? (before?.prio ?? 0) : null);
	const notes = typeof input["notes"] === "string" ? input["notes"] || null : (before?.notes ?? null);
	return { name, type, content, ttl: Math.max(ttl, minTtl), prio, notes };
}

export function create(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const record = readRecord(call, domain);
	if ("status" in record) return record;
	const id = `${call.nextId()}`;
	domain.records.push({ id, ...record });
	return succeed({ id });
}

/** Returns the record of the path, or the answer for one that cannot be changed. */
function changeable(call: Call, domain: Domain): DnsRecord | Answer {
	const record = domain.records.find(({ id }) => id === call.path[1]);
	if (!record) return refuse("INVALID_RECORD_ID", "Invalid record ID.");
	return isDefault(domain, record) ? refuse("INVALID_RECORD_ID", "Default records cannot be changed.") : record;
}

export function edit(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const before = changeable(call, domain);
	if ("status" in before) return before;
	const record = readRecord(call, domain, before);
	if ("status" in record) return record;
	Object.assign(before, record);
	return succeed();
}

export function remove(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const record = changeable(call, domain);
	if ("status" in record) return record;
	domain.records.splice(domain.records.indexOf(record), 1);
	return succeed();
}

function matchingToChange(call: Call, domain: Domain): DnsRecord[] | Answer {
	if (call.path[1] === "ns" || call.path[1] === "soa")
		return refuse("INVALID_TYPE", "NS records are changed by their ID.");
	const found = matching(domain, call);
	return found.length > 0 ? found : refuse("INVALID_RECORD_ID", "No record matches.");
}

export function editByNameType(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const found = matchingToChange(call, domain);
	if ("status" in found) return found;
	const { content, ttl, prio, notes } = call.input;
	const input = { content, ttl, prio, notes };
	for (const before of found) {
		const record = readRecord({ ...call, input }, domain, before);
		if ("status" in record) return record;
		Object.assign(before, record);
	}
	return succeed();
}

export function removeByNameType(call: Call): Answer {
	const domain = ownDomain(call);
	if ("status" in domain) return domain;
	const found = matchingToChange(call, domain);
	if ("status" in found) return found;
	domain.records = domain.records.filter((each) => !found.includes(each));
	return succeed();
}
