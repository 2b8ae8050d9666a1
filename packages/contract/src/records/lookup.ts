import { absoluteHostname } from "./types.ts";

/** Aliases may lead to further ones. Resolvers have limits of 8 to 20. */
export const mostAliases = 16;

interface Owned {
	type: string;
	hostname: string;
}

/**
 * What a zone has for a name:
 * - `records`: those at the name, or those of the wildcard that covers it. Empty if the name is the apex or has names
 *   below it (an empty non-terminal).
 * - `delegated`: the NS records that delegate the name or a name above it. Other nameservers have its records. Also the
 *   DNAME record above the name, which moves it to another place.
 * - `missing`: the name does not exist.
 */
export interface Found<Row> {
	kind: "records" | "delegated" | "missing";
	records: readonly Row[];
}

/**
 * As an authoritative server does (RFC 1034, 4.3.2, and RFC 4592). The hostnames of the records are relative and in
 * lower case. The names must be within the domain, and in lower case.
 */
export function lookupIn<Row extends Owned>(records: readonly Row[], domain: string): (name: string) => Found<Row> {
	const owned = Map.groupBy(records, ({ hostname }) => absoluteHostname(hostname, domain));
	const existing = new Set([domain]);
	for (const owner of owned.keys())
		for (let name = owner; !existing.has(name); name = parentOf(name)) existing.add(name);
	const at = (name: string) => owned.get(name) ?? [];
	return (name) => {
		let cut: Row[] = [];
		let encloser = "";
		for (let each = name; each !== domain; each = parentOf(each)) {
			const own = at(each).filter(({ type }) => type === "NS" || (type === "DNAME" && each !== name));
			// Of several delegations, the one closest to the apex applies.
			if (own.length > 0) cut = own;
			if (encloser === "" && existing.has(each)) encloser = each;
		}
		if (cut.length > 0) return { kind: "delegated", records: cut };
		if (existing.has(name)) return { kind: "records", records: at(name) };
		// Only the wildcard of the closest existing ancestor applies.
		const wildcard = `*.${encloser === "" ? domain : encloser}`;
		return { kind: existing.has(wildcard) ? "records" : "missing", records: at(wildcard) };
	};
}

function parentOf(name: string): string {
	return name.slice(name.indexOf(".") + 1);
}
