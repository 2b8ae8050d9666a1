import type { OldAnswer, ServerView } from "@domains/dns/ask/look.ts";
import type { NotYours } from "../dns/types.ts";
import type { Trouble } from "../trouble.ts";

/** The stored parameters of a watch of kind `live`, which checks whether a DNS change is visible. */
export interface LiveParams {
	/** When the watch was started or restarted, in ISO 8601. */
	since: string;
	/** The record sets (all records of one name and type) to check; null for the whole domain. */
	places: readonly string[] | null;
}

/** The answer that a watch of kind `live` stores. Times are in ISO 8601. */
export interface LiveAnswer {
	/**
	 * The `since` of the parameters that this answer belongs to. If the current parameters have another `since`, the
	 * watch was restarted, and this answer is ignored.
	 */
	since: string;
	servers: (Omit<ServerView, "old"> & { old: (Omit<OldAnswer, "ttlSeconds"> & { until: string | null })[] })[];
	/**
	 * `questions`: the number of record sets that were checked. `total` also counts those above the limit of one check.
	 */
	questions: number;
	total: number;
	/** True if at least one server answered, and every server that answered shows the domain's current state. */
	agree: boolean;
	/**
	 * `waiting`: the checks continue. `live`: the current state is visible. `gave_up`: it was not visible everywhere
	 * within an hour.
	 */
	outcome: "waiting" | "live" | "gave_up";
}

/** The state of a watch of kind `live`, as its screen shows it. */
export interface Live {
	domain: string;
	/** The answer of the last check; null before the first one. */
	answer: LiveAnswer | null;
	answeredAt: Date | null;
	/** The time of the next check; null if the watch has ended. */
	nextAt: Date | null;
	/** Why the last check got no answer from the service; null if it got one. */
	failure: string | null;
}

export type StartedLive = { kind: "started"; watchId: number; domain: string } | NotYours | Trouble;
