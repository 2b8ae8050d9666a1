import type { Statement } from "./postgres-wire.ts";

export type Milestone = "insert" | "confirm" | "sent commit" | "outcome commit";

const phases: Readonly<Record<string, Milestone>> = {
	confirmed: "confirm",
	sent: "sent commit",
	unknown: "outcome commit",
	accepted: "outcome commit",
	succeeded: "outcome commit",
	failed: "outcome commit",
	needs_human: "outcome commit",
};

export function milestonesOf(statements: readonly Statement[]): Milestone[] {
	return [...new Set(statements.flatMap((statement) => milestoneOf(statement) ?? []))];
}

function milestoneOf({ text, parameters }: Statement): Milestone | undefined {
	if (text.startsWith('insert into "bot"."operations"')) return "insert";
	if (!text.startsWith('update "bot"."requests"')) return undefined;
	const place = /"phase" = \$(\d+)/.exec(text)?.[1];
	return place === undefined ? undefined : phases[parameters[Number(place) - 1] ?? ""];
}
