import type { Statement } from "./postgres-wire.ts";

/** The statements that updates share (docs/sharing.md). */
const parts = [
	["load", /insert into bot\.updates/],
	["save", /locked_conversation/],
	["record", /shown_rev = g\.rev/],
] as const;

export type Batch = (typeof parts)[number][0];

export const batchPoints = parts.flatMap(
	([part]) => [`before the shared ${part}`, `after the shared ${part}`] as const,
);

/** Undefined unless the statement contains several updates. */
export function batchOf({ text, parameters }: Statement): Batch | undefined {
	if (!text.includes("jsonb_to_recordset")) return undefined;
	const part = parts.find(([, pattern]) => pattern.test(text))?.[0];
	const rows: unknown = part && JSON.parse(parameters[0] ?? "null");
	return Array.isArray(rows) && rows.length > 1 ? part : undefined;
}
