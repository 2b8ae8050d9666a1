import type { OwnedDomain } from "../../../actions/index.ts";
import { type Cell, csvOf } from "../../../rules/csv.ts";
import { unicodeOf } from "../../../rules/names.ts";
import type { T } from "../../screens/texts.ts";
import type { View } from "../../screens/view.ts";

const columns = ["domain", "status", "expires", "registered", "renewal", "edge", "label"] as const;

/** The listed domains as a file. */
export function fileView(t: T, domains: readonly OwnedDomain[]): View {
	const rows = domains.map(
		({ domain, status, expiresAt, registeredAt, renewCents, edgeProfileKey, clientRef }): Cell[] => [
			unicodeOf(domain),
			status,
			expiresAt,
			registeredAt,
			renewCents === null ? null : renewCents / 100,
			edgeProfileKey,
			clientRef,
		],
	);
	const bytes = csvOf([columns.map((column) => t(`csv-${column}`)), ...rows]);
	return { text: t.html("domains-file", { count: domains.length }), document: { name: "domains.csv", bytes } };
}
