import type { Log } from "../../src/log.ts";
import { answerAll } from "./answers.ts";
import { openCast } from "./cast.ts";
import { countAll } from "./counts.ts";
import { planCrashes } from "./crash.ts";
import { openFleet } from "./fleet.ts";
import { planFreezes } from "./freezes.ts";
import { createHabit } from "./habits.ts";
import { createHolding } from "./holding.ts";
import { createHttpProxy } from "./http-proxy.ts";
import type { StartProgram } from "./instance.ts";
import { findBroken } from "./invariants/index.ts";
import { perform } from "./perform.ts";
import { setSweeps } from "./planting.ts";
import type { Play } from "./play.ts";
import { createRandom, type Random } from "./random.ts";
import { linger, rest } from "./rest.ts";
import { drawSituation, isInfrastructure, type SituationName } from "./situations.ts";
import { openStage, type Stage, untilMidnight } from "./stage.ts";
import type { TelegramServer } from "./telegram.ts";
import type { Timeouts } from "./timeouts.ts";
import { createTrace } from "./trace.ts";
import { createTroubles, troubleOfLetter } from "./troubles.ts";
import { createWatch } from "./watch.ts";

export interface RunOptions {
	seed: number;
	/** What is special about the world; the seed chooses unless given. */
	situation: SituationName | undefined;
	/** Of the database server. */
	directory: string;
	log: Log;
	telegram: TelegramServer;
	timeouts: Timeouts;
	start: StartProgram;
	/** SQL that breaks something on purpose, before the first bot starts. */
	plantedSql?: string | undefined;
}

export interface RunResult {
	seed: number;
	situation: SituationName;
	/** What should not be; empty when all is well. */
	broken: string[];
	trace: readonly string[];
	/** How often each thing happened. */
	counts: ReadonlyMap<string, number>;
	milliseconds: number;
}

/** One world from its beginning to its rest, with everything in it chosen by the seed. */
export async function runOnce(options: RunOptions): Promise<RunResult> {
	const { seed, directory, log, telegram, timeouts, start, plantedSql } = options;
	const began = performance.now();
	const random = createRandom(seed);
	const situation = options.situation ?? drawSituation(random.fork("situation"));
	setSweeps(isInfrastructure(situation));
	await using stack = new AsyncDisposableStack();
	let play: Play | undefined;
	const holding = createHolding();
	const now = (): number => play?.stage.now() ?? Date.now();
	const trace = createTrace(now);
	const letters = random.fork("letters");
	let healed = false;
	const receiver = stack.use(
		await createHttpProxy({
			target: () => play?.fleet.url(),
			trouble: ({ headers }) => (healed ? undefined : troubleOfLetter(letters, headers, holding)),
		}),
	);
	const stage = stack.use(
		await openStage({
			directory,
			log,
			telegram,
			receiver: receiver.url,
			serviceOutside: situation === "service-dies",
			databaseCrashes: situation === "database-restart",
		}),
	);
	await nearMidnight(random.fork("midnight"), stage);
	if (plantedSql) await stage.database.sql.unsafe(plantedSql);
	const watch = createWatch(stage.now);
	const troubles = createTroubles({
		random: random.fork("troubles"),
		situation,
		holding,
		note: trace.note,
		killService: stage.killService,
	});
	const crashes = planCrashes(random.fork("crashes"));
	const freezes = situation === "frozen-sessions" ? planFreezes(random.fork("freezes")) : undefined;
	// Now and then so many ask at once over three processes that the pace is what holds them back.
	const crowded = random.fork("crowd").chance(0.1);
	const count = crowded ? 3 : random.fork("fleet").pick([1, 1, 1, 2, 3]);
	// A list of a hundred requests would be a hundred orders, not a long one.
	const namesAtOnce = situation === "long-lists" ? 100 : random.fork("request").pick([100, 100, 3, 2, 2, 1]);
	trace.note(`the situation: ${situation}`);
	trace.note(`a request asks for ${namesAtOnce} names`);
	const publicUrl = receiver.url;
	const { sql } = stage.database;
	const habit = createHabit({ situation, random: random.fork("habit"), now: stage.now, sql });
	const fleet = stack.use(
		await openFleet({ stage, trace, watch, troubles, crashes, freezes, start, count, publicUrl, namesAtOnce, habit }),
	);
	play = { seed, situation, random, trace, stage, fleet, watch, holding, timeouts, cast: [] };
	const cast = await openCast(play, receiver.url, crowded);
	play = { ...play, cast: cast.accounts };
	await perform(play, cast.members);
	await linger(play, random.fork("linger").pick([0, 0, 4, 8, 12]));
	trace.note("from here on nothing more goes wrong");
	troubles.heal();
	healed = true;
	crashes.stop();
	freezes?.stop();
	const broken = await rest(play);
	if (broken.length === 0) broken.push(...(await answerAll(play, cast.members)));
	if (broken.length === 0) broken.push(...(await findBroken(play, cast)));
	holding.release();
	const counts = await countAll(play);
	return { seed, situation, broken, trace: trace.lines, counts, milliseconds: performance.now() - began };
}

/** Some worlds begin a few minutes before a day of the caps ends. */
async function nearMidnight(random: Random, stage: Stage): Promise<void> {
	if (random.chance(0.25)) await stage.advance(untilMidnight(stage.now()) - random.whole(60, 240) * 1_000);
}
