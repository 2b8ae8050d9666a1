import { unicodeOf } from "@domains/contract/names.ts";
import { type Cell, csvOf } from "@domains/dns/csv.ts";
import type { Operation, OperationItem } from "../../../actions/operation/types.ts";
import { linkedReference } from "../../screens/format.ts";
import { plainText } from "../../screens/html.ts";
import type { T } from "../../screens/texts.ts";
import { problemText } from "../../screens/trouble.ts";
import type { View } from "../../screens/view.ts";

const columns = ["domain", "years", "status", "charged", "expires", "label", "reference", "reason"] as const;

export function fileView(t: T, { kind, reference, items, change }: Operation): View {
	const rows = items.map((item): Cell[] => [
		reference.slice(1),
		unicodeOf(item.domain),
		item.years,
		t(`csv-status-${statusOf(item)}`),
		item.phase === "succeeded" && item.chargedCents !== null ? item.chargedCents / 100 : null,
		item.expiresAt,
		item.clientRef,
		item.externalRef,
		item.problem && plainText(problemText(t, item.problem)),
	]);
	const what = change ? "change" : "order";
	const bytes = csvOf([[what, ...columns].map((column) => t(`csv-${column}`)), ...rows]);
	return {
		text: t.html("operation-file", { kind, reference: linkedReference(reference) }),
		document: { name: `${what}-${reference.slice(1)}.csv`, bytes },
	};
}

function statusOf({ phase, state }: OperationItem): "done" | "failed" | "open" | "unknown" {
	if (phase === "succeeded") return "done";
	if (phase === "failed") return "failed";
	return state === "unknown" || state === "needs_human" ? "unknown" : "open";
}
