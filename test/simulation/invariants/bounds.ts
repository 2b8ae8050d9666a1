import { limits } from "../../../src/rules/operation/timing.ts";
import { type RequestStep, requestSteps } from "../steps.ts";
import type { Check } from "./index.ts";

/**
 * The most times that a request's row may be written. A request that is resent for 10 minutes and checked for an hour
 * stays below this.
 */
const maxSteps = 400;
/** A worker's lease, which the next worker has to wait for. */
const leaseMs = 45_000;

const unsettled: ReadonlySet<string> = new Set(["sent", "unknown", "accepted"]);

/** Checks that no outcome stays unknown for longer than its limit, and that no request's row is written in a loop. */
export const checkBounds: Check = async ({ backend, watch }) => {
	const rows = await backend.database.sql<{ id: number; reference: string }[]>`
		select r.id::float8 as id, p.reference from bot.requests r join bot.operations p on p.id = r.operation_id`;
	const steps = Map.groupBy(await requestSteps(backend.database.sql), ({ requestId }) => requestId);
	// The clock advances in jumps. What becomes due during a jump runs at its end.
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

/** Milliseconds from the first call until the outcome, or until the person was asked. */
function unknownMs(steps: readonly RequestStep[]): number {
	const last = steps.findLast(({ phase }) => unsettled.has(phase));
	const end = last && steps[steps.indexOf(last) + 1];
	if (!last || last.firstSentAt === null) return 0;
	return end ? end.at - last.firstSentAt : Number.POSITIVE_INFINITY;
}

function longestMs(steps: readonly RequestStep[]): number {
	return steps.some(({ phase }) => phase === "accepted") ? limits.accepted : limits.unknown;
}
