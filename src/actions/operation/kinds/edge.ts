import { sameNameservers } from "@domains/contract/records/name.ts";
import { isBehind, type ReadState } from "@domains/dns/behind.ts";
import type { DnsFacts } from "../../../client/read/dns.ts";
import type { DomainFacts } from "../../../client/read/domains.ts";
import { prepare } from "../../../client/request.ts";
import type { Result } from "../../../client/result.ts";
import type { EdgeBase } from "../../../store/schema/operations.ts";
import { zoneOf } from "../../dns/zone.ts";
import { isAboutDomain, type KindOfChange, type Reader, refused, type Seen, type Wanted } from "./kind.ts";

export const edge: KindOfChange = {
	lock: "zone",

	async examine(reader, wanted) {
		const items: Seen[] = [];
		for (const each of wanted) {
			const result = await readBoth(reader, each.domain);
			if (result.kind !== "ok" && !isAboutDomain(result)) return { kind: "bad", result };
			if (result.kind !== "ok") {
				items.push(refused(result));
				continue;
			}
			const { record, dns } = result.value;
			const shown = { ...dns, ...(record.tellsEdge && { edgeProfileKey: record.edgeProfileKey }) };
			if (isBehind(each.written ?? [], shown, zoneOf(each.domain))) return { kind: "behind" };
			items.push(seenOf(each, baseOf(record, dns)));
		}
		return { kind: "seen", items, balanceCents: null };
	},

	prepare([item]) {
		if (item?.change?.kind !== "edge") throw new Error("binding a profile has one item with its plan");
		return prepare({ endpoint: "bindEdge", domain: item.domain, edgeProfileKey: item.change.target });
	},

	async look({ client, options }, { domain, change }) {
		const result = await client.domain(domain, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		if (change?.kind !== "edge") return { kind: "found", found: "unclear" };
		const { edgeProfileKey: now, tellsEdge } = result.value;
		if (now === change.target) return { kind: "found", found: "done" };
		if (now !== change.base) return { kind: "found", found: "moved" };
		return { kind: "found", found: tellsEdge ? "absent" : "silent" };
	},
};

async function readBoth(
	{ client, options }: Reader,
	domain: string,
): Promise<Result<{ record: DomainFacts; dns: DnsFacts }>> {
	const record = await client.domain(domain, options);
	if (record.kind !== "ok") return record;
	const dns = await client.dns(domain, options);
	return dns.kind === "ok" ? { ...dns, value: { record: record.value, dns: dns.value } } : dns;
}

/**
 * Returns a domain's state before an edge profile is bound to it. `external`: the domain has nameservers of another
 * provider, which the profile's servers replace. If the service does not report the DNS mode, a domain without a
 * profile counts as external.
 */
export function baseOf(
	{ edgeProfileKey: base, tellsEdge }: Pick<DomainFacts, "edgeProfileKey" | "tellsEdge">,
	{ mode, nameservers }: Pick<ReadState, "mode" | "nameservers">,
): Required<EdgeBase> {
	const external = mode === "external" || (mode === null && base === null);
	return { base, untold: !tellsEdge, nameservers, external };
}

function seenOf({ change }: Wanted, now: Required<EdgeBase>): Seen {
	if (change?.kind !== "edge") return refused({ code: "validation_error", message: "" });
	if (now.base === change.target) return refused({ code: "already_so", message: "" });
	const same = now.base === change.base && sameNameservers(now.nameservers, change.nameservers ?? []);
	const asTold = now.external === change.external && now.untold === (change.untold ?? false);
	return same && asTold ? { kind: "fine" } : { kind: "fine", change: { ...change, ...now } };
}
