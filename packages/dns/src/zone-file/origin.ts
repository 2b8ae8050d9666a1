import { isWithin, parseDomain, parseHost } from "@domains/contract/names.ts";
import { hasTarget } from "@domains/contract/records/types.ts";
import { popularTlds } from "@domains/contract/tlds.ts";
import type { Row } from "./row.ts";

/**
 * One ending is removed with `lastEnding`, any further ones with `endingsBefore`. `.zone` is a TLD too, so it is not
 * among the further ones.
 */
const lastEnding = /\.(?:zone|csv|json|tsv|txt|db|bind)$/i;
const endingsBefore = /(?:\.(?:csv|json|tsv|txt|db|bind))+$/i;

/** A copy may have more after the domain, such as `example.com (1).csv` or `example.com-old.csv`. */
export function domainOfFileName(fileName: string): string | undefined {
	const [stem = ""] = fileName
		.trim()
		.replace(lastEnding, "")
		.split(/[\s(_]/, 1);
	const name = parseDomain(stem.replace(endingsBefore, "").replace(/(\.(?!xn--)[^.-]+)-[^.]*$/i, "$1"));
	// A TLD has no digits, except in punycode. A name such as `records.v2` is not a domain.
	return name.ok && /^(?:\D+|xn--.+)$/.test(name.labels.at(-1) ?? "") ? name.ascii : undefined;
}

/** They differ, and neither is below the other. */
export function isForeign(origin: string, domain: string): boolean {
	return origin !== "" && domain !== "" && !isWithin(origin, domain) && !isWithin(domain, origin);
}

/** `own`: some hostnames are full names of the expected domain. `foreign`: of another one. `doubtful`: they may be. */
export type HostOrigin = { kind: "own" | "unknown" } | { kind: "foreign" | "doubtful"; origin: string };

/**
 * In a table, a full name often has no final dot, so it looks like a relative one. If there are also hostnames such as
 * `@` and `www`, the names count as full only if one has a final dot, or if a target is below the same domain.
 */
export function originOfHosts(rows: readonly (Row | null)[], domain: string): HostOrigin {
	const hosts = [...new Set(rows.map((row) => spelled(row?.hostname)))].filter((host) => host !== "");
	const names = hosts.map((host) => host.replace(/\.$/, ""));
	if (names.some((name) => isWithin(name, domain))) return { kind: "own" };
	const long = names.filter((name) => name.includes("."));
	const origin = bestOrigin(long, rows.map(targetOf));
	const within = origin === undefined ? [] : long.filter((name) => isWithin(name, origin));
	if (origin === undefined || 2 * within.length <= names.length || !isForeign(origin, domain))
		return { kind: "unknown" };
	const isPair = within.length > 1;
	const hasDot = isPair && hosts.some((host) => host.endsWith(".") && isWithin(host.slice(0, -1), origin));
	if (hasDot || rows.some((row) => isWithin(targetOf(row), origin))) return { kind: "foreign", origin };
	if (within.length < names.length) return { kind: "unknown" };
	const tld = origin.slice(origin.indexOf(".") + 1);
	const isUsual = popularTlds.includes(tld) || domain.endsWith(`.${tld}`);
	if (isPair && (isUsual || names.includes(origin))) return { kind: "foreign", origin };
	return isUsual ? { kind: "doubtful", origin } : { kind: "unknown" };
}

/** Of several such domains, the shortest one. */
function bestOrigin(names: readonly string[], targets: readonly string[]): string | undefined {
	const counts = new Map([...names, ...targets, commonEnd(names)].map((candidate) => [candidate, 0]));
	for (const name of names) {
		for (const end of endsOf(name)) {
			const count = counts.get(end);
			if (count !== undefined) counts.set(end, count + 1);
		}
	}
	const ordered = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || one.length - other.length);
	return ordered.find(([candidate]) => parseDomain(candidate).ok)?.[0];
}

function endsOf(name: string): string[] {
	return [name, ...Array.from(name.matchAll(/\./g), ({ index }) => name.slice(index + 1))];
}

function commonEnd(names: readonly string[]): string {
	const [first = [], ...others] = names.map((name) => name.split(".").reverse());
	const end = first.findIndex((label, at) => others.some((labels) => labels[at] !== label));
	return first
		.slice(0, end === -1 ? first.length : end)
		.reverse()
		.join(".");
}

/** "" if its type has no such name. */
function targetOf(row: Row | null): string {
	const type = String(row?.type).trim().toUpperCase();
	return hasTarget(type) || type === "ALIAS"
		? spelled(String(row?.value).trim().split(/\s+/).at(-1)).replace(/\.$/, "")
		: "";
}

/** Punycode in lower case. Keeps its final dot. */
function spelled(name: string | number | null | undefined): string {
	const text = String(name ?? "").trim();
	const parsed = parseHost(text);
	return parsed.ok ? `${parsed.ascii}${text.endsWith(".") ? "." : ""}` : text.toLowerCase();
}
