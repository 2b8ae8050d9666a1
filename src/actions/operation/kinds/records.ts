import type { DomainFacts } from "../../../client/read/domains.ts";
import type { FailedResult } from "../../trouble.ts";
import { isAboutDomain, type Reader } from "./kind.ts";

/**
 * Up to this number of domains, each domain is read with one call. For more domains, the list of all domains of the
 * account is read.
 */
const few = 3;
const pageSize = 500;
const mostPages = 200;

/** Returns what the service reports about these domains, by name. Omits domains that are not in the account. */
export async function readRecords(
	reader: Reader,
	domains: readonly string[],
): Promise<{ kind: "records"; byName: Map<string, DomainFacts> } | { kind: "bad"; result: FailedResult }> {
	return domains.length <= few ? readEach(reader, domains) : readList(reader, new Set(domains));
}

async function readEach({ client, options }: Reader, domains: readonly string[]): ReturnType<typeof readRecords> {
	const byName = new Map<string, DomainFacts>();
	for (const domain of domains) {
		const result = await client.domain(domain, options);
		if (result.kind === "ok") byName.set(domain, result.value);
		else if (!isAboutDomain(result)) return { kind: "bad", result };
	}
	return { kind: "records", byName };
}

async function readList({ client, options }: Reader, wanted: ReadonlySet<string>): ReturnType<typeof readRecords> {
	const byName = new Map<string, DomainFacts>();
	let cursor: string | null = null;
	for (let page = 0; page < mostPages; page += 1) {
		const result = await client.domains({ limit: pageSize, ...(cursor !== null && { cursor }) }, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		for (const each of result.value.domains) if (wanted.has(each.domain)) byName.set(each.domain, each);
		cursor = result.value.nextCursor;
		if (cursor === null || byName.size === wanted.size) break;
	}
	return { kind: "records", byName };
}
