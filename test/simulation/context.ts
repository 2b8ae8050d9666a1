import { type Backend, heartbeatMs } from "./backend.ts";
import type { Fleet } from "./fleet.ts";
import type { Holding } from "./holding.ts";
import type { Account } from "./members.ts";
import type { Random } from "./random.ts";
import type { SituationName } from "./situations.ts";
import type { Timeouts } from "./timeouts.ts";
import type { Trace } from "./trace.ts";
import type { Troubles } from "./troubles.ts";
import { until } from "./until.ts";
import type { Watch } from "./watch.ts";

export interface RunContext {
	seed: number;
	situation: SituationName;
	random: Random;
	trace: Trace;
	backend: Backend;
	fleet: Fleet;
	watch: Watch;
	holding: Holding;
	troubles: Troubles;
	timeouts: Timeouts;
	/** Empty until `addPeople` has created them. */
	accounts: readonly Account[];
}

/** Real time. An update handler may take 10 s, and much longer on a busy machine. */
const timeoutMs = 150_000;
const longestHangMs = 60_000;
/** Writes to rows of `bot.requests`. More mean that a request becomes due again and again in a loop. */
const maxWritesPerAdvance = 1_000;

/** Except work that is due later. False if that takes too long or if the row of a request is written in a loop. */
export async function quiet({ backend, fleet, watch, holding, trace }: RunContext): Promise<boolean> {
	const before = watch.requestWrites;
	const isQuiet = async (): Promise<boolean> =>
		fleet.idle() &&
		watch.waiting() <= holding.count() &&
		(await backend.pendingJobs()) <= holding.awaited() &&
		fleet.idle();
	const isStorm = (): boolean => watch.requestWrites - before > maxWritesPerAdvance;
	// A transaction that has just committed may still have to enqueue its job, so check twice.
	const settled = await until(async () => isStorm() || ((await isQuiet()) && (await isQuiet())), timeoutMs, 15);
	if (isStorm()) trace.note(`requests are written in a loop: ${watch.requestWrites - before} writes`);
	return settled && !isStorm();
}

/** False if the bots did not become idle. */
export async function pass(context: RunContext, milliseconds: number): Promise<boolean> {
	const { backend, holding, timeouts, trace, watch } = context;
	// Most hanging calls end within a minute. A longer advance would end them much later than it should.
	if (milliseconds > longestHangMs && holding.count() > 0) {
		return (await pass(context, longestHangMs)) && (await pass(context, milliseconds - longestHangMs));
	}
	trace.note(`${Math.round(milliseconds)} ms pass on the clock`);
	watch.longestJumpMs = Math.max(watch.longestJumpMs, milliseconds);
	if (milliseconds >= 1_000) watch.advances.push({ from: backend.now(), ms: milliseconds });
	await backend.advance(milliseconds);
	if (milliseconds >= heartbeatMs) holding.forgetJobs();
	holding.pass(milliseconds);
	await backend.sweep();
	const first = await quiet(context);
	if (holding.count() === 0) return first;
	if (!holding.hasOversleptCaller()) timeouts.advance(milliseconds);
	holding.wake();
	await backend.sweep();
	return (await quiet(context)) && first;
}
