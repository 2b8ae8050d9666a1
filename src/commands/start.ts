import { createWorld } from "../world.ts";
import { openBrowser } from "./browser.ts";
import { run } from "./run.ts";

await run(async (config, log, signal) => {
	const world = await createWorld(config, log, signal);
	if (!world.hasPage) console.log(`\n  The bot runs; ${world.url}/ready tells how it is. Ctrl-C stops it.\n`);
	else console.log(`\n  Open ${world.url} in a browser. Ctrl-C stops everything.\n`);
	if (world.hasPage && config.openBrowser && process.stdout.isTTY) openBrowser(world.url);
	return world;
});
