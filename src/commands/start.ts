import { styleText } from "node:util";
import { createWorld } from "../world.ts";
import { openBrowser } from "./browser.ts";
import { readCommandLine } from "./command-line.ts";
import { run } from "./run.ts";

const usage = `Usage: npm start

Starts the bot, and the built-in service unless SERVICE_URL names another one.
Without BOT_TOKEN it also starts a chat page in place of Telegram. It prints the address to open.
All settings are environment variables: see docs/operate.md.

Examples:
  npm start
  BOT_TOKEN=123456:abc npm start
  PORT=9000 DATA_DIR=/var/lib/bot npm start`;

readCommandLine(usage, {});

await run(async (config, log, signal) => {
	const world = await createWorld(config, log, signal);
	const url = styleText(["bold", "underline"], world.hasPage ? world.url : `${world.url}/ready`);
	if (world.hasPage) console.log(`\n  Open ${url} in a browser. Ctrl-C stops everything.\n`);
	else console.log(`\n  The bot is running. Its health: ${url}. Ctrl-C stops it.\n`);
	if (world.hasPage && config.openBrowser && process.stdout.isTTY) openBrowser(world.url);
	return world;
});
