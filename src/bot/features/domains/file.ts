import { unicodeOf } from "@domains/contract/names.ts";
import { type Cell, csvOf } from "@domains/dns/csv.ts";
import type { DomainNotes, OwnedDomain } from "../../../actions/index.ts";
import type { T } from "../../screens/texts.ts";
import type { View } from "../../screens/view.ts";

const columns = ["domain", "status", "expires", "registered", "renewal", "edge", "label", "tags", "note"] as const;

export function fileView(t: T, domains: readonly (OwnedDomain & DomainNotes)[]): View {
	const rows = domains.map(
		({ domain, status, expiresAt, registeredAt, renewCents, edgeProfileKey, clientRef, tags, note }): Cell[] => [
			unicodeOf(domain),
			status,
			expiresAt,
			registeredAt,
			renewCents === null ? null : renewCents / 100,
			edgeProfileKey,
			clientRef,
			tags.join(", "),
			note,
		],
	);
	const bytes = csvOf([columns.map((column) => t(`csv-${column}`)), ...rows]);
	return { text: t.html("domains-file", { count: domains.length }), document: { name: "domains.csv", bytes } };
}
