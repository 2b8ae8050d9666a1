import { type Backend, heartbeatMs } from "./backend.ts";
import type { Fleet } from "./fleet.ts";
import type { Holding } from "./holding.ts";
import type { Account } from "./members.ts";
import type { Random } from "./random.ts";
import type { SituationName } from "./situations.ts";
import type { Timeouts } from "./timeouts.ts";
import type { Trace } from "./trace.ts";
import type { Troubles } from "./troubles.ts";
import { GaveUp, reach } from "./until.ts";
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

interface QuietContext {
	fleet: Pick<Fleet, "idle">;
	backend: Pick<Backend, "pendingJobs">;
	watch: Pick<Watch, "waiting" | "requestWrites">;
	holding: Pick<Holding, "count" | "awaited">;
}

/**
 * Except work that is due later. Throws `GaveUp` if that takes too long or if the row of a request is written in a loop.
 */
export async function quiet({ backend, fleet, watch, holding }: QuietContext): Promise<void> {
	const before = watch.requestWrites;
	const isQuiet = async (): Promise<boolean> =>
		fleet.idle() &&
		watch.waiting() <= holding.count() &&
		(await backend.pendingJobs()) <= holding.awaited() &&
		fleet.idle();
	const isStorm = (): boolean => watch.requestWrites - before > maxWritesPerAdvance;
	// A transaction that has just committed may still have to enqueue its job, so check twice.
	const settled = async (): Promise<boolean> => isStorm() || ((await isQuiet()) && (await isQuiet()));
	await reach("the bots do not become idle", settled, timeoutMs, 15);
	if (isStorm()) throw new GaveUp(`requests are written in a loop: ${watch.requestWrites - before} writes`);
}

/** Throws `GaveUp` if the bots do not become idle. */
export async function pass(context: RunContext, milliseconds: number): Promise<void> {
	const { backend, holding, timeouts, trace, watch } = context;
	// Most hanging calls end within a minute. A longer advance would end them much later than it should.
	if (milliseconds > longestHangMs && holding.count() > 0) {
		await pass(context, longestHangMs);
		return await pass(context, milliseconds - longestHangMs);
	}
	trace.note(`${Math.round(milliseconds)} ms pass on the clock`);
	watch.longestJumpMs = Math.max(watch.longestJumpMs, milliseconds);
	if (milliseconds >= 1_000) watch.advances.push({ from: backend.now(), ms: milliseconds });
	await backend.advance(milliseconds);
	if (milliseconds >= heartbeatMs) holding.forgetJobs();
	holding.pass(milliseconds);
	await backend.sweep();
	await quiet(context);
	if (holding.count() === 0) return;
	if (!holding.hasOversleptCaller()) timeouts.advance(milliseconds);
	holding.wake();
	await backend.sweep();
	await quiet(context);
}
