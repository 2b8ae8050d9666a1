import type { ZoneState } from "../../rules/dns/elsewhere.ts";
import type { PlannedRecord } from "../../store/schema/operations.ts";
import type { DnsChange, NotYours } from "../dns/types.ts";
import type { Trouble } from "../trouble.ts";

/** The answer that a watch of kind `zone` stores. */
export interface ZoneAnswer {
	/** Each check compares the zone with this state, which the person saw last. */
	baseline: ZoneState<PlannedRecord>;
	/** When the baseline was set or restored, in ISO 8601. Each value causes at most one alert. */
	since: string;
	/** When a check found that a reported change was undone outside this bot, in ISO 8601; absent if none was. */
	undoneAt?: string;
	/**
	 * The current state if it differs from the baseline; null if it does not. `reported`: two checks found it, so the
	 * person was notified.
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
