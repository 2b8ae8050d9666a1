import type { ZoneState } from "@domains/dns/diff.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { DnsChange, NotYours } from "../dns/types.ts";
import type { Trouble } from "../trouble.ts";

/**
 * The result that a watch of kind `zone` stores. Such a watch checks a domain regularly for changes made outside this
 * bot.
 */
export interface ZoneAnswer {
	/** The state of the zone that the person saw last. Each check compares the current state with it. */
	baseline: ZoneState<PlannedRecord>;
	/**
	 * A time in ISO 8601. The bot sends at most one alert for each value of this field. The value changes in these cases:
	 * - The person changed the zone in this bot.
	 * - The person accepted a change made elsewhere (`accept`).
	 * - A check finds a new difference, at least a day after an earlier reported change was undone elsewhere
	 *   (`undoneAt`).
	 */
	since: string;
	/**
	 * The time (ISO 8601) at which a check found that a reported change had been undone outside this bot. Absent if no
	 * check found this.
	 */
	undoneAt?: string;
	/**
	 * The current state of the zone if it differs from the baseline; otherwise null. `reported`: true if a second check
	 * confirmed the difference. Only then does the bot notify the person.
	 */
	found: (ZoneState<PlannedRecord> & { reported: boolean }) | null;
}

/** A change of a domain's zone that was made outside this bot. */
export interface ChangedElsewhere {
	domain: string;
	/** The service's number for the account. */
	userId: number;
	answeredAt: Date;
	diff: DnsChange["diff"];
	/** The nameservers before and now; null if they are the same. */
	nameservers: { before: readonly string[]; after: readonly string[] } | null;
}

export type ToggledWatch = { kind: "watched" | "unwatched" | "too_many"; domain: string } | NotYours | Trouble;
