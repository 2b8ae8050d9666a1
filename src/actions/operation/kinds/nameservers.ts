import { prepare } from "../../../client/request.ts";
import { nameserverRisks } from "../../../rules/dns/risk.ts";
import { isAboutDomain, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";

export const nameservers: KindOfChange = {
	lock: "zone",

	async examine({ client, options }, wanted) {
		const items: Seen[] = [];
		for (const each of wanted) {
			const result = await client.dns(each.domain, options);
			if (result.kind !== "ok" && !isAboutDomain(result)) return { kind: "bad", result };
			items.push(result.kind === "ok" ? seenOf(each, result.value.nameservers) : refused(result));
		}
		return { kind: "seen", items, balanceCents: null };
	},

	prepare([item]) {
		if (item?.change?.kind !== "nameservers") throw new Error("a change of nameservers has one item with its plan");
		return prepare({ endpoint: "replaceNameservers", domain: item.domain, ...item.change.target });
	},

	/** Which servers a preset stands for is the service's knowledge: there only a change as such can be seen. */
	async look({ client, options }, { domain, change }) {
		const result = await client.dns(domain, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		if (change?.kind !== "nameservers") return { kind: "found", found: "unclear" };
		const now = result.value.nameservers;
		if (isSame(now, change.base)) return { kind: "found", found: "absent" };
		if ("presetKey" in change.target) return { kind: "found", found: "unclear" };
		return { kind: "found", found: isSame(now, change.target.nameservers) ? "done" : "moved" };
	},
};

function seenOf({ change }: Wanted, now: readonly string[]): Seen {
	if (change?.kind !== "nameservers") return refused({ code: "validation_error", message: "" });
	const { base, target } = change;
	if ("nameservers" in target && isSame(now, target.nameservers)) return refused({ code: "already_so", message: "" });
	return isSame(now, base) ? { kind: "fine" } : { kind: "fine", change: { ...change, base: now } };
}

/** Order and spelling aside. */
export function isSame(one: readonly string[], other: readonly string[]): boolean {
	return nameserverRisks(one, other).length === 0;
}
