import { createWorld } from "../world.ts";
import { openBrowser } from "./browser.ts";
import { run } from "./run.ts";

await run(async (config, log) => {
	const world = await createWorld(config, log);
	console.log(`\n  Open ${world.url} in a browser. Ctrl-C stops everything.\n`);
	if (config.openBrowser && process.stdout.isTTY) openBrowser(world.url);
	return world;
});
