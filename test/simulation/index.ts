import { rejectUsage } from "../../src/commands/command-line.ts";
import { type Options, parseOptions, usage } from "./options.ts";
import { seedOfCommit } from "./seeds.ts";
import { simulate, tryPlants } from "./simulate.ts";

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
	const seed = given.seed === "commit" ? await seedOfCommit() : given.seed;
	if (given.seed === "commit") console.log(`first seed of this commit: ${seed}`);
	const options = { ...given, seed };
	return options.plant === undefined ? await simulate(options) : await tryPlants(options);
}

const options = read();
if (options.help) console.log(usage);
else process.exit(await run(options));
