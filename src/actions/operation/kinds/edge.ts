import { prepare } from "../../../client/request.ts";
import { isAboutDomain, type KindOfChange, refused, type Seen, type Wanted } from "./kind.ts";

export const edge: KindOfChange = {
	lock: "zone",

	async examine({ client, options }, wanted) {
		const items: Seen[] = [];
		for (const each of wanted) {
			const result = await client.domain(each.domain, options);
			if (result.kind !== "ok" && !isAboutDomain(result)) return { kind: "bad", result };
			items.push(result.kind === "ok" ? seenOf(each, result.value.edgeProfileKey) : refused(result));
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
		const now = result.value.edgeProfileKey;
		if (now === change.target) return { kind: "found", found: "done" };
		return { kind: "found", found: now === change.base ? "absent" : "moved" };
	},
};

function seenOf({ change }: Wanted, now: string | null): Seen {
	if (change?.kind !== "edge") return refused({ code: "validation_error", message: "" });
	if (now === change.target) return refused({ code: "already_so", message: "" });
	return now === change.base ? { kind: "fine" } : { kind: "fine", change: { ...change, base: now } };
}
