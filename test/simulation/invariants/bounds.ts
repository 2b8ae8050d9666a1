import { limits } from "../../../src/rules/operation/timing.ts";
import { type RequestStep, requestSteps } from "../steps.ts";
import type { Check } from "./index.ts";

/** A request that is sent again for ten minutes and looked for until an hour has passed takes fewer. */
const mostSteps = 400;
/** A worker's lease, which the next worker has to wait for. */
const leaseMs = 45_000;

const unsettled: ReadonlySet<string> = new Set(["sent", "unknown", "accepted"]);

/** No request stays unknown for longer than its limit, and none is written again and again. */
export const checkBounds: Check = async ({ stage, watch }) => {
	const rows = await stage.database.sql<{ id: number; reference: string }[]>`
		select r.id::float8 as id, p.reference from bot.requests r join bot.operations p on p.id = r.operation_id`;
	const steps = Map.groupBy(await requestSteps(stage.database.sql), ({ requestId }) => requestId);
	// Time is let pass in pieces: what becomes due inside of one is done at its end.
	const slack = watch.longestJumpMs + leaseMs;
	return rows.flatMap(({ id, reference }) => {
		const own = steps.get(id) ?? [];
		const storm = own.length > mostSteps ? [`${reference} took ${own.length} steps`] : [];
		const minutes = Math.ceil(unknownMs(own) / 60_000);
		return unknownMs(own) > longestMs(own) + slack
			? [...storm, `it was unknown for ${minutes} minutes what became of ${reference}`]
			: storm;
	});
};

/** From its first call until it had an outcome, or its person was asked. */
function unknownMs(steps: readonly RequestStep[]): number {
	const last = steps.findLast(({ phase }) => unsettled.has(phase));
	const end = last && steps[steps.indexOf(last) + 1];
	if (!last || last.firstSentAt === null) return 0;
	return end ? end.at - last.firstSentAt : Number.POSITIVE_INFINITY;
}

function longestMs(steps: readonly RequestStep[]): number {
	return steps.some(({ phase }) => phase === "accepted") ? limits.accepted : limits.unknown;
}
