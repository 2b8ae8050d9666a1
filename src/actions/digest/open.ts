import { followDigest, lockDigests } from "../../store/digest.ts";
import type { Period } from "../../store/digest-facts.ts";
import { readClock } from "../../store/now.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { isEmpty, read } from "./read.ts";
import { nextTime } from "./set.ts";

/**
 * Starts a due digest (the regular summary that a person gets) and returns the period to report. Returns null if the
 * digest is off or has nothing to report. First schedules the next digest, so that a crash during this call does not
 * end the series.
 *
 * `start`: the start of the period, in seconds since 1970. The next period begins where this one ends, even if this
 * digest is sent late.
 */
export async function startDigest(deps: Deps, { personId, start }: Actor & { start: number }): Promise<Period | null> {
	const until = await deps.db.transaction(async (tx) => {
		const person = await lockDigests(tx, personId);
		const next = person && nextTime(person, await readClock(tx));
		return next ? await followDigest(tx, personId, start, next) : null;
	});
	if (until === null) return null;
	const period = { since: new Date(start * 1000), until };
	return isEmpty(await read(deps, { personId, ...period })) ? null : period;
}
