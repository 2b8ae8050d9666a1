import type { Account } from "./cast.ts";
import type { Fleet } from "./fleet.ts";
import type { Holding } from "./holding.ts";
import type { Random } from "./random.ts";
import type { SituationName } from "./situations.ts";
import { heartbeatMs, type Stage, until } from "./stage.ts";
import type { Timeouts } from "./timeouts.ts";
import type { Trace } from "./trace.ts";
import type { Watch } from "./watch.ts";

/** A run while it goes on. */
export interface Play {
	seed: number;
	situation: SituationName;
	random: Random;
	trace: Trace;
	stage: Stage;
	fleet: Fleet;
	watch: Watch;
	holding: Holding;
	timeouts: Timeouts;
	/** All accounts, as soon as there are any. */
	cast: readonly Account[];
}

/** Far longer than anything that waits for real time, where a handler has ten seconds: the machine may be busy. */
const patienceMs = 150_000;
const senderLease = 30_000;
const longestHangMs = 60_000;
/** What is due at one moment takes far fewer: a request that wakes itself again and again would never be quiet. */
const mostWritesAtOnce = 1_000;

/** Nothing of the bots is under way that would end without time passing. */
export async function quiet({ stage, fleet, watch, holding, trace }: Play): Promise<boolean> {
	const before = watch.requestWrites;
	const isQuiet = async (): Promise<boolean> =>
		fleet.idle() && watch.waiting() <= holding.count() && (await stage.ringing()) <= holding.awaited() && fleet.idle();
	const isStorm = (): boolean => watch.requestWrites - before > mostWritesAtOnce;
	// Twice: what was just committed may still have to ring.
	const settled = await until(async () => isStorm() || ((await isQuiet()) && (await isQuiet())), patienceMs, 15);
	if (isStorm()) trace.note(`requests are written again and again: ${watch.requestWrites - before} times`);
	return settled && !isStorm();
}

/** Lets time pass, and everything that it makes due happen. */
export async function pass(play: Play, milliseconds: number): Promise<boolean> {
	const { stage, holding, timeouts, trace, watch } = play;
	// A call that hangs has an end long before an hour has passed.
	if (milliseconds > longestHangMs && holding.count() > 0) {
		return (await pass(play, longestHangMs)) && (await pass(play, milliseconds - longestHangMs));
	}
	trace.note(`${Math.round(milliseconds)} ms pass`);
	watch.longestJumpMs = Math.max(watch.longestJumpMs, milliseconds);
	if (milliseconds >= senderLease / 2) watch.jumps.push(performance.now());
	await stage.advance(milliseconds);
	if (milliseconds >= heartbeatMs) holding.forgetBells();
	holding.pass(milliseconds);
	await stage.ring();
	const first = await quiet(play);
	if (holding.count() === 0) return first;
	if (!holding.someoneSleeps()) timeouts.advance(milliseconds);
	holding.wake();
	await stage.ring();
	return (await quiet(play)) && first;
}
