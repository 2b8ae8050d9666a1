import { identityOf, isKnown, recordInputOf, validateRecords } from "@domains/contract/records/record.ts";
import type { AnyRecord, RecordProblem, SetProblem, Zone, ZoneDiff } from "@domains/contract/records/types.ts";
import { asStored } from "./behind.ts";
import { diffZones, isEmptyDiff, type Risk, risksOf, sameZone } from "./diff.ts";
import { editRecord, keepFields, sameFields } from "./edit.ts";
import { fitTtl, usedTtls } from "./ttl.ts";

/** In `remove` and `change`, `record` is the existing record as the person saw it. */
export type Edit<Row extends AnyRecord> =
	| { edit: "add"; record: Row }
	| { edit: "remove"; record: Row }
	| { edit: "change"; record: Row; to: Row };

/** `target` is sent to the service and replaces the complete zone. */
interface ZonePlan<Row extends AnyRecord> {
	base: readonly Row[];
	target: readonly Row[];
	diff: ZoneDiff<Row>;
	/** Usually empty. */
	risks: Risk[];
}

export type PlanProblem<Row extends AnyRecord> =
	| { problem: "nothing" }
	/** The service's specification allows no empty zone. */
	| { problem: "empty" }
	/** More records than the specification allows, and more than the zone has now. */
	| { problem: "full" }
	| { problem: "invalid"; refusals: { record: Row; problem: RecordProblem | SetProblem }[] };

/**
 * A rule that the current zone (`base`) already breaks does not block the change, because the service may accept more
 * than our rules do. Records that stay keep the fields that the bot does not interpret.
 */
export function planZone<Row extends AnyRecord>(
	base: readonly Row[],
	wanted: readonly Row[],
	zone: Zone,
): ZonePlan<Row> | PlanProblem<Row> {
	const target = keepFields(base, wanted, zone);
	const diff = diffZones(base, target, zone);
	if (isEmptyDiff(diff)) return { problem: "nothing" };
	if (target.length === 0) return { problem: "empty" };
	// A zone may already have more records than the specification allows. It may then stay as large as it is, but not
	// grow.
	if (target.length > Math.max(mostRecords, base.length)) return { problem: "full" };
	const used = new Set(base.map(({ ttl }) => ttl));
	const before = new Set(refusalsOf(base, zone, used).map((each) => refusalKey(each, zone)));
	const refusals = refusalsOf(target, zone, used).filter((each) => !before.has(refusalKey(each, zone)));
	if (refusals.length > 0) return { problem: "invalid", refusals };
	return { base, target, diff, risks: risksOf(base, target, diff, zone) };
}

/**
 * Skips edits of records that no longer exist. If a record to add already exists, it only gets the TTL that the person
 * gave, if any. A TTL that the service would not accept is changed, as in an import.
 */
export function applyEdits<Row extends AnyRecord>(
	records: readonly Row[],
	edits: readonly Edit<Row>[],
	zone: Zone,
): Row[] {
	const current = [...records];
	const used = usedTtls(records);
	for (const edit of edits) {
		const identity = identityOf(edit.record, zone);
		const twins = current.filter((record) => identityOf(record, zone) === identity);
		if (edit.edit === "add") {
			const [first] = twins;
			const added = fitTtl(edit.record, used);
			const ttl = added.ttl ?? null;
			if (!first) current.push(added);
			else if (ttl !== null && twins.every((twin) => twin.ttl !== ttl))
				current.splice(current.indexOf(first), 1, editRecord(first, added, zone));
			continue;
		}
		// Of several equal records, prefer the one with the same TTL. A service may store a record twice with different
		// TTLs.
		const record = twins.find(({ ttl }) => (ttl ?? null) === (edit.record.ttl ?? null)) ?? twins[0];
		const at = record ? current.indexOf(record) : -1;
		if (record) current.splice(at, 1, ...(edit.edit === "change" ? [editRecord(record, edit.to, zone)] : []));
	}
	return current;
}

/**
 * Compares the zone that the bot just read (`now`) with a planned change that it sent before:
 * - `done`: the zone is as planned.
 * - `absent`: the zone is the same as before the change.
 * - `moved`: the zone changed in another way.
 * - `drifted`: only fields that the bot does not interpret differ from the zone before the change. The service did not
 *   make the change. Sending the change again would overwrite these fields.
 */
export function findingOf(
	plan: { base: readonly AnyRecord[]; target: readonly AnyRecord[] },
	now: readonly AnyRecord[],
	zone: Zone,
): "done" | "absent" | "drifted" | "moved" {
	if (sameZone(now, asStored(plan.target, now, zone), zone)) return "done";
	if (!sameZone(now, plan.base, zone)) return "moved";
	return sameFields(now, plan.base, zone) ? "absent" : "drifted";
}

type RecordRefusal<Row> = { record: Row; problem: RecordProblem | SetProblem };

/** `used`: the TTLs of the current records, which the service accepted. */
function refusalsOf<Row extends AnyRecord>(
	records: readonly Row[],
	zone: Zone,
	used: ReadonlySet<Row["ttl"]>,
): RecordRefusal<Row>[] {
	const known = records.filter((record) => isKnown(record));
	const others = zone.knownTypesOnly ? records.filter((record) => !isKnown(record)) : [];
	const unsupported = others.map((record) => ({ record, problem: "type" as const }));
	const inputs = known.map((record) => recordInputOf(used.has(record.ttl) ? { ...record, ttl: null } : record));
	const valid = validateRecords(inputs, zone);
	if (valid.ok) return unsupported;
	const refused = valid.refusals.flatMap(({ index, problem }) => {
		const record = known[index];
		return record ? [{ record, problem }] : [];
	});
	return [...refused, ...unsupported];
}

function refusalKey<Row extends AnyRecord>({ record, problem }: RecordRefusal<Row>, zone: Zone): string {
	return `${problem} ${identityOf(record, zone)}`;
}

export const mostServerDomains = 500;
export const mostEdgeDomains = 500;
/** The limit is low because the bot reads the records of each domain with a separate call. */
export const mostZones = 50;
/** The service's specification says so (`limits` in `contract/limits.ts`). */
export const mostRecords = 1_000;
