import { createServiceWorld } from "../world/service-only.ts";
import { readCommandLine } from "./command-line.ts";
import { run } from "./run.ts";

const usage = `Usage: npm run service

Starts the Domain Trading Service without a bot. It prints the base address of its API.
All settings are environment variables: see docs/operate.md.

Examples:
  npm run service
  SERVICE_PORT=9001 DATABASE_URL=postgres://user@host/service npm run service`;

readCommandLine(usage, {});

await run(async (config, log, signal) => {
	const world = await createServiceWorld(config, log, signal);
	console.log(`\n  The Domain Trading Service answers at ${world.url}. Ctrl-C stops it.\n`);
	return world;
});
