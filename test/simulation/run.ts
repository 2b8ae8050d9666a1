import type { Log } from "@domains/kit/log.ts";
import { createActivity } from "./activity.ts";
import { answerAll } from "./answers.ts";
import { type Backend, openBackend, untilMidnight } from "./backend.ts";
import type { RunContext } from "./context.ts";
import { countAll } from "./counts.ts";
import { planCrashes } from "./crash.ts";
import { openFleet } from "./fleet.ts";
import { planFreezes } from "./freezes.ts";
import { createHolding } from "./holding.ts";
import { createHttpProxy } from "./http-proxy.ts";
import type { StartProgram } from "./instance.ts";
import { findBroken } from "./invariants/index.ts";
import { passMonths } from "./months.ts";
import { addPeople } from "./people.ts";
import { perform } from "./perform.ts";
import { setSweeps } from "./planting.ts";
import { createQuirk } from "./quirks.ts";
import { createRandom, type Random } from "./random.ts";
import { hanging, linger, rest } from "./rest.ts";
import type { World } from "./schedule.ts";
import { isInfrastructure } from "./situations.ts";
import { addStrangers } from "./strangers.ts";
import { openTelegram } from "./telegram.ts";
import type { Timeouts } from "./timeouts.ts";
import { createTrace } from "./trace.ts";
import { drawTraits } from "./traits.ts";
import { createTroubles, troubleOfEvent } from "./troubles.ts";
import { GaveUp } from "./until.ts";
import { skipWaits } from "./waits.ts";
import { createWatch } from "./watch.ts";

interface RunOptions {
	world: World;
	directory: string;
	log: Log;
	timeouts: Timeouts;
	start: StartProgram;
	/** Adds a bug on purpose, before the first bot starts. */
	plantedSql?: string | undefined;
}

export interface Outcome {
	/** One sentence for each violated invariant. */
	broken: string[];
	trace: readonly string[];
	/** The keys are kinds of events. */
	counts: ReadonlyMap<string, number>;
	milliseconds: number;
}

/** The seed determines every random choice. */
export async function runOnce(options: RunOptions): Promise<Outcome> {
	const { world, directory, log, timeouts, start, plantedSql } = options;
	const { seed } = world;
	const began = performance.now();
	const random = createRandom(seed);
	const { situation, isCrowded, isLong, hasRealWaits, hasBatches } = drawTraits(world);
	setSweeps(isInfrastructure(situation));
	await using stack = new AsyncDisposableStack();
	const telegram = stack.use(await openTelegram(log));
	let context: RunContext | undefined;
	const holding = createHolding();
	const now = (): number => context?.backend.now() ?? Date.now();
	const trace = createTrace(now);
	// Another name of a stream, such as `letters`, would change the random choices of every recorded seed.
	const eventRandom = random.fork("letters");
	let healed = false;
	const activity = createActivity();
	const receiver = stack.use(
		await createHttpProxy({
			activity,
			target: () => context?.fleet.url(),
			trouble: ({ headers }) => (healed ? undefined : troubleOfEvent(eventRandom, headers, holding)),
		}),
	);
	const backend = stack.use(
		await openBackend({
			directory,
			log,
			telegram,
			receiver: receiver.url,
			serviceOutside: situation === "service-dies",
			databaseCrashes: situation === "database-restart",
		}),
	);
	await nearMidnight(random.fork("midnight"), backend);
	if (plantedSql) await backend.database.sql.unsafe(plantedSql);
	const watch = createWatch(backend.now);
	const troubles = createTroubles({
		random: random.fork("troubles"),
		situation,
		holding,
		note: trace.note,
		killService: backend.killService,
	});
	const crashes = planCrashes(random.fork("crashes"), hasBatches ? random.fork("batches") : undefined);
	const freezes = situation === "frozen-sessions" ? planFreezes(random.fork("freezes")) : undefined;
	const count = isCrowded ? 3 : random.fork("fleet").pick([1, 1, 1, 2, 3]);
	// Otherwise, a list of a hundred domains would become up to a hundred requests.
	const namesAtOnce = situation === "long-lists" ? 100 : random.fork("request").pick([100, 100, 3, 2, 2, 1]);
	trace.note(`situation: ${situation}`);
	trace.note(`a request contains up to ${namesAtOnce} names`);
	const publicUrl = receiver.url;
	const { sql } = backend.database;
	const quirk = createQuirk({ situation, random: random.fork("habit"), now: backend.now, sql });
	const fleet = stack.use(
		await openFleet({
			...{ backend, trace, watch, troubles, crashes, freezes, start, activity },
			...{ count, publicUrl, namesAtOnce, quirk },
		}),
	);
	// Bots in separate processes wait in real time.
	if (world.crash === "inner" && !hasRealWaits)
		stack.use(
			skipWaits({
				activity,
				async advance(milliseconds) {
					await backend.advance(milliseconds);
					holding.pass(milliseconds);
					if (!holding.hasOversleptCaller()) timeouts.advance(milliseconds);
				},
			}),
		);
	context = { seed, situation, random, trace, backend, fleet, watch, holding, troubles, timeouts, accounts: [] };
	const people = await addPeople(context, receiver.url, isCrowded);
	context = { ...context, accounts: people.accounts };
	const strangers = hasBatches ? await addStrangers(context) : undefined;
	const broken: string[] = [];
	try {
		strangers?.write();
		await perform(context, people.members);
		await linger(context, random.fork("linger").pick([0, 0, 4, 8, 12]));
		trace.note("no more faults from here on");
		troubles.heal();
		healed = true;
		crashes.stop();
		freezes?.stop();
		broken.push(...(await rest(context)));
		if (broken.length === 0) broken.push(...(await answerAll(context, people.members)));
		if (broken.length === 0) broken.push(...(await findBroken(context, people)));
		if (broken.length === 0 && strangers) broken.push(...(await strangers.findBroken()));
		// The service keeps its idempotency keys only for a day, and the invariants above need them.
		if (broken.length === 0 && isLong) broken.push(...(await passMonths(context, people)));
	} catch (error) {
		if (!(error instanceof GaveUp)) throw error;
		broken.push(error.message, ...(await hanging(context)));
	}
	holding.release();
	const counts = await countAll(context);
	return { broken, trace: trace.lines, counts, milliseconds: performance.now() - began };
}

/** Moves the clock in one run out of four: the daily spending caps reset at midnight. */
async function nearMidnight(random: Random, backend: Backend): Promise<void> {
	if (random.chance(0.25)) await backend.advance(untilMidnight(backend.now()) - random.whole(60, 240) * 1_000);
}
