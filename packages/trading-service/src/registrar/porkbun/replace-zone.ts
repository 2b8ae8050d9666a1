import { isDeepStrictEqual } from "node:util";
import type { DnsRecord } from "@domains/contract/dns.ts";
import { Refusal } from "../../refusal.ts";
import type { PorkbunClient } from "./client.ts";
import type { Ask } from "./pace.ts";
import { planZone, type Step } from "./plan-zone.ts";
import { answered } from "./reads.ts";
import { lowestTtl, recordsOf } from "./records.ts";

/** The owner may change the zone on the website meanwhile. */
const rounds = 3;

/** Reads, does the difference, and reads again. After a crash, the same call does the rest. */
export async function replaceZone(
	{ client, ask }: { client: PorkbunClient; ask: Ask },
	domain: string,
	wanted: readonly DnsRecord[],
	signal: AbortSignal,
): Promise<DnsRecord[]> {
	requireTtl(wanted);
	const read = async () => answered(await ask("any", signal, (within) => client.records(domain, within)), domain);
	const send = (step: Step) =>
		ask<unknown>("any", signal, (within) => {
			if (step.kind === "create") return client.createRecord(domain, step.fields, within);
			if (step.kind === "edit") return client.editRecord(domain, step.id, step.fields, within);
			return client.deleteRecord(domain, step.id, within);
		});
	let current = await read();
	for (let round = 0; round < rounds; round += 1) {
		const steps = planZone(domain, current, wanted);
		if (steps.length === 0) break;
		for (const step of steps) {
			const result = await send(step);
			// Another writer has already deleted it; the next round sees what is left.
			if (result.kind === "refused" && result.code === "INVALID_RECORD_ID") break;
			answered(result, domain);
		}
		current = await read();
	}
	return inOrder(recordsOf(domain, current), wanted);
}

function requireTtl(records: readonly DnsRecord[]): void {
	const low = records.findIndex(({ ttl }) => ttl < lowestTtl);
	if (low === -1) return;
	throw new Refusal("invalid", `records[${low}]: Porkbun takes a TTL of ${lowestTtl} seconds or more.`);
}

/** The registrar has its own order. Records that were asked for come first, in their order. */
function inOrder(found: readonly DnsRecord[], wanted: readonly DnsRecord[]): DnsRecord[] {
	const asked = wanted.filter((record) => found.some((each) => isDeepStrictEqual(each, record)));
	const others = found.filter((each) => !wanted.some((record) => isDeepStrictEqual(each, record)));
	return [...asked, ...others];
}
