import type { ZoneState } from "../../rules/dns/elsewhere.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { DnsChange, NotYours } from "../dns/types.ts";
import type { Trouble } from "../trouble.ts";

/** The answer that a watch of kind `zone` stores. */
export interface ZoneAnswer {
	/** The state of the zone that the person saw last. Each check compares the current state with it. */
	baseline: ZoneState<PlannedRecord>;
	/**
	 * A time in ISO 8601. The bot sends at most one alert for each value. The value changes in these cases:
	 * - The zone was changed in this bot.
	 * - The person accepted a change made elsewhere (`accept`).
	 * - A check finds a difference at least a day after a reported change was undone elsewhere.
	 */
	since: string;
	/**
	 * When a check found that a reported change was undone outside this bot, in ISO 8601. Absent if that has not
	 * happened.
	 */
	undoneAt?: string;
	/**
	 * The current state if it differs from the baseline; otherwise null. `reported`: true if two checks found the
	 * difference, so that the person was notified.
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
