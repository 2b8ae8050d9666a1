import { rejectUsage } from "../../src/commands/command-line.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { edit, skippedWaits, slowBackgroundWork, smallRequests } from "./planting.ts";
import { plants } from "./plants.ts";
import { seedOfCommit } from "./seeds.ts";

// The simulation runs the real bot and the real service, injects faults, and checks that nothing goes wrong.
//
// World: one simulated run, from empty databases until no work is left. People send messages, calls fail, bots die.
// Seed: the number that determines all random choices of a world.
// Situation: a special condition that holds in a whole world, such as a slow service (`situations.ts`).
// Trouble: a fault that a proxy injects into one HTTP exchange (`troubles.ts`).
// Action: one thing that a person, the service or the operator does (`actions.ts`).
// Invariant: a rule that must hold when no work is left in a world (`invariants/`).
// Plant: a bug that is added on purpose, to prove that an invariant detects it (`plants.ts`).

function read(): Options {
	try {
		return parseOptions(process.argv.slice(2));
	} catch (error) {
		return rejectUsage(error instanceof Error ? error.message : String(error));
	}
}

async function run(given: Options): Promise<number> {
	if (given.recorded) return (await import("./worlds.ts")).runRecorded(given);
	const seed = given.seed === "commit" ? await seedOfCommit() : given.seed;
	if (given.seed === "commit") console.log(`first seed of this commit: ${seed}`);
	const options = { ...given, seed };
	if (options.plant === "all") return (await import("./worlds.ts")).tryAllPlants(options);
	if (options.worlds > 1) return (await import("./worlds.ts")).runInParallel(options);
	const planted = options.plant === undefined ? undefined : plants[options.plant];
	// These edits change the source text of a file while Node loads it. So they must be registered before any file of the
	// bot is loaded.
	const unused = edit([...slowBackgroundWork, ...skippedWaits, smallRequests, ...(planted?.sources ?? [])]);
	const { simulate } = await import("./simulate.ts");
	for (const { file } of unused()) throw new Error(`${file} is edited but never loaded`);
	try {
		return await simulate(options, planted);
	} catch (error) {
		// Print the error here, because `collectUncaughtErrors` replaces Node's handlers. Without this line, the process
		// would end silently.
		console.error(error);
		return 1;
	}
}

const options = read();
if (options.help) console.log(usage);
else process.exit(await run(options));
