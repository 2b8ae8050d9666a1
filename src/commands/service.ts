import { createServiceWorld } from "../world/service-only.ts";
import { run } from "./run.ts";

await run(async (config, log, signal) => {
	const world = await createServiceWorld(config, log, signal);
	console.log(`\n  The Domain Trading Service answers at ${world.url}. Ctrl-C stops it.\n`);
	return world;
});
