import { type Options, parseOptions, usage } from "./options.ts";
import { calm, edit, smallRequests } from "./planting.ts";
import { plants } from "./plants.ts";
import { seedOfCommit } from "./seeds.ts";

function read(): Options {
	try {
		return parseOptions(process.argv.slice(2));
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
		process.exit(2);
	}
}

async function run(given: Options): Promise<number> {
	if (given.recorded) return (await import("./worlds.ts")).playRecorded(given);
	const seed = given.seed === "commit" ? await seedOfCommit() : given.seed;
	if (given.seed === "commit") console.log(`the seeds of this commit begin at ${seed}`);
	const options = { ...given, seed };
	if (options.plant === "all") return (await import("./worlds.ts")).tryAllPlants(options);
	if (options.worlds > 1) return (await import("./worlds.ts")).shareOut(options);
	const planted = options.plant === undefined ? undefined : plants[options.plant];
	// Before anything of the bot is loaded.
	const unused = edit([...calm, smallRequests, ...(planted?.sources ?? [])]);
	const { simulate } = await import("./simulate.ts");
	for (const { file } of unused()) throw new Error(`nothing loads ${file}`);
	try {
		return await simulate(options, planted);
	} catch (error) {
		// What nobody catches would end here in silence: the simulation listens for that itself.
		console.error(error);
		return 1;
	}
}

const options = read();
if (options.help) console.log(usage);
else process.exit(await run(options));
