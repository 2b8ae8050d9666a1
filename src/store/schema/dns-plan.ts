import type { ZoneDiff } from "@domains/dns/diff.ts";
import type { Doubt, LeftOut, Replaced } from "@domains/dns/zone-file/parsed-zone.ts";

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
 * A planned change of a domain's DNS records. `base` contains the records when the change was planned. `target`
 * contains the records after the change.
 */
export interface DnsPlan {
	kind: "dns";
	base: readonly PlannedRecord[];
	target: readonly PlannedRecord[];
	/**
	 * The two JSON keys of each record in the call: `formal` means `hostname` and `value`, `sample` means `name` and
	 * `content`.
	 */
	form: "formal" | "sample";
	/**
	 * The service's error message, if the bot sent this change with the other JSON keys before and the service refused
	 * it.
	 */
	refused?: string;
	/** The records that the service stored, if they differ from `target`. */
	stored?: readonly PlannedRecord[];
	/**
	 * The records that others changed after the person saw them, and that this change overrides. `was`: the record that
	 * the person saw. `now`: the record as others left it; null if they deleted it.
	 */
	contested?: readonly { was: PlannedRecord; now: PlannedRecord | null }[];
	/**
	 * Set only if the plan restores an earlier state of the zone. The plan restores only the record fields that the bot
	 * interprets. This list has the names of the other fields whose values differ from the earlier state.
	 */
	unrestored?: readonly string[];
	/**
	 * Set if the plan replaces the whole zone or all records of certain types. Absent if the plan consists of single
	 * changes.
	 */
	replaces?: Replaced;
	/**
	 * The imported or typed records whose TTL the service would not accept. `before` has the given TTL. `after` has the
	 * TTL that the plan uses instead.
	 */
	fitted?: readonly { before: PlannedRecord; after: PlannedRecord }[];
	/** The records of an imported file that the plan leaves out, because they would break a rule of DNS. */
	leftOut?: readonly LeftOut<PlannedRecord>[];
	/** What the bot assumed about records that the person typed, which may not mean what they want. */
	assumed?: readonly { record: PlannedRecord; doubt: Doubt }[];
	/** The changes of the previous plan that this plan does not contain, because others have made them meanwhile. */
	dropped?: ZoneDiff<PlannedRecord>;
}
