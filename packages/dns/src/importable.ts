import { canonicalRecord, identityOf } from "@domains/contract/records/record.ts";
import {
	type AnyRecord,
	absoluteHostname,
	type RecordProblem,
	type SetProblem,
	targetOf,
	type Zone,
} from "@domains/contract/records/types.ts";
import { type ImportMode, importInto } from "./merge.ts";
import { planZone } from "./plan.ts";
import type { FileTypes, LeftOut, LeftOutProblem } from "./zone-file/parsed-zone.ts";

/**
 * Without a record of the file, a current one may stay, and conflict with another record of the file. Two rounds are
 * usual.
 */
const mostRounds = 10;

interface Zones<Row> {
	/** The rules that these records already break block nothing, as in `planZone`. */
	base: readonly Row[];
	/** The person's unconfirmed changes are in it. */
	current: readonly Row[];
	read: readonly Row[];
}

/**
 * As `importInto`, but without each record of the file that would break a rule of DNS together with others, such as a
 * CNAME next to a TXT record. Current records win. If none could be imported, leaves out none, so that the plan is
 * refused with the reasons.
 */
export function importAllowed<Row extends AnyRecord>(
	{ base, current, read }: Zones<Row>,
	mode: { how: ImportMode; types: FileTypes },
	zone: Zone,
): { records: Row[]; read: readonly Row[]; leftOut: LeftOut<Row>[] } {
	const all = { records: importInto(current, read, mode, zone), read, leftOut: [] };
	const present = new Set(current.map((record) => keyOf(record, zone)));
	let rest = read;
	let { records } = all;
	const leftOut: LeftOut<Row>[] = [];
	for (let round = 0; round < mostRounds; round += 1) {
		const plan = planZone<AnyRecord>(base, records, zone);
		if (!("problem" in plan)) return { records, read: rest, leftOut };
		if (plan.problem !== "invalid") return all;
		const fresh = rest.filter((record) => !present.has(keyOf(record, zone)));
		const problems = problemsOf(plan.refusals, fresh, zone);
		if (problems.size === 0) return all;
		for (const [record, problem] of problems) leftOut.push({ record, problem });
		rest = rest.filter((record) => !problems.has(record));
		records = importInto(current, rest, mode, zone);
	}
	return all;
}

/** The refused ones, or else those with which a current record conflicts. */
function problemsOf<Row extends AnyRecord>(
	refusals: readonly { record: AnyRecord; problem: RecordProblem | SetProblem }[],
	fresh: readonly Row[],
	zone: Zone,
): Map<Row, LeftOutProblem> {
	const byKey = new Map(refusals.map(({ record, problem }) => [keyOf(record, zone), problem]));
	const refused = fresh.flatMap((record): [Row, LeftOutProblem][] => {
		const problem = byKey.get(keyOf(record, zone));
		return problem === undefined ? [] : [[record, problem]];
	});
	if (refused.length > 0) return new Map(refused);
	return new Map(
		refusals.flatMap(({ record, problem }) =>
			fresh
				.filter((each) => isInTheWay(canonicalRecord(each, zone), canonicalRecord(record, zone), problem, zone))
				.map((each) => [each, problem === "target_is_alias" ? "alias_targeted" : problem] as const),
		),
	);
}

function isInTheWay(
	{ type, hostname }: AnyRecord,
	refused: AnyRecord,
	problem: RecordProblem | SetProblem,
	{ domain }: Zone,
): boolean {
	switch (problem) {
		case "alias_beside":
			return hostname === refused.hostname;
		case "null_mx_beside":
			return type === "MX" && hostname === refused.hostname;
		case "target_is_alias":
			return type === "CNAME" && absoluteHostname(hostname, domain) === targetOf(refused);
		default:
			return false;
	}
}

/** Like `identityOf`, but a missing priority is 0, because an import adds it. */
function keyOf(record: AnyRecord, zone: Zone): string {
	return identityOf({ ...record, priority: record.priority ?? 0 }, zone);
}
