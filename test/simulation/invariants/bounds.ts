import { timeLimits } from "../../../src/rules/operation/timing.ts";
import { type RequestStep, requestSteps } from "../steps.ts";
import type { Check } from "./check.ts";

/**
 * Writes to one request's row. Even a request that is resent for 10 minutes and then checked for an hour needs fewer.
 */
const maxSteps = 400;
/** If a worker dies, the next one has to wait for its lease. */
const leaseMs = 45_000;

const unsettled: ReadonlySet<string> = new Set(["sent", "unknown", "accepted"]);

/** No outcome stays unknown for too long, and no request's row is written in a loop. */
export const checkBounds: Check = async ({ backend, watch }) => {
	const rows = await backend.database.sql<{ id: number; reference: string }[]>`
		select r.id::float8 as id, p.reference from bot.requests r join bot.operations p on p.id = r.operation_id`;
	const steps = Map.groupBy(await requestSteps(backend.database.sql), ({ requestId }) => requestId);
	// Work that becomes due during a jump of the clock runs only after it.
	const slack = watch.longestJumpMs + leaseMs;
	return rows.flatMap(({ id, reference }) => {
		const own = steps.get(id) ?? [];
		const storm = own.length > maxSteps ? [`${reference} took ${own.length} steps`] : [];
		const minutes = Math.ceil(unknownMs(own) / 60_000);
		return unknownMs(own) > longestMs(own) + slack
			? [...storm, `the outcome of ${reference} was unknown for ${minutes} minutes`]
			: storm;
	});
};

/**
 * The time from the first call until the outcome was known or the bot asked a person. Infinity if it is still unknown, and 0 if
 * no call was made.
 */
function unknownMs(steps: readonly RequestStep[]): number {
	const last = steps.findLast(({ phase }) => unsettled.has(phase));
	const end = last && steps[steps.indexOf(last) + 1];
	if (!last || last.firstSentAt === null) return 0;
	return end ? end.at - last.firstSentAt : Number.POSITIVE_INFINITY;
}

function longestMs(steps: readonly RequestStep[]): number {
	return steps.some(({ phase }) => phase === "accepted") ? timeLimits.accepted : timeLimits.unknown;
}
