import type { ZoneDiff } from "../../rules/dns/diff.ts";
import type { Replaced } from "../../rules/dns/replan.ts";

/** A DNS record before or after a planned change. */
export interface PlannedRecord {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
	/** The record as the service returned it; absent on a new record. */
	raw?: Readonly<Record<string, unknown>> | undefined;
	/**
	 * Fields of the record that the bot does not interpret. Only plans that an older version of the bot stored have them.
	 * Newer plans have `raw`.
	 */
	extra?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A planned change of a domain's DNS records. `base` is the zone when the change was planned, `target` the zone after
 * it.
 */
export interface DnsPlan {
	kind: "dns";
	base: readonly PlannedRecord[];
	target: readonly PlannedRecord[];
	/** The JSON keys of the records to send: `formal` for `hostname` and `value`, `sample` for `name` and `content`. */
	form: "formal" | "sample";
	/** The service's error message, if it refused this change when the bot sent the change with the other JSON keys. */
	refused?: string;
	/** The records that the service stored, if they differ from `target`. */
	stored?: readonly PlannedRecord[];
	/**
	 * The records that others changed after the person saw them, and that this change overrides. `was`: the record that
	 * the person saw. `now`: the record as others left it; null if they deleted it.
	 */
	contested?: readonly { was: PlannedRecord; now: PlannedRecord | null }[];
	/**
	 * Set if the plan restores an earlier zone: the names of record fields that differ from that zone and that the bot
	 * does not interpret. The plan does not change them.
	 */
	unrestored?: readonly string[];
	/**
	 * Set if the plan replaces the whole zone or all records of certain types. Absent if the plan consists of single
	 * changes.
	 */
	replaces?: Replaced;
	/**
	 * The records of an imported file whose TTL the service would not accept: as they are in the file, and with the TTL
	 * that they get.
	 */
	fitted?: readonly { before: PlannedRecord; after: PlannedRecord }[];
	/** The changes of the previous plan that this plan does not contain, because others have made them meanwhile. */
	dropped?: ZoneDiff<PlannedRecord>;
}
