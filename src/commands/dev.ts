import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { readCommandLine } from "./command-line.ts";

const usage = `Usage: npm run dev

Does the same as npm start, and restarts when a file in src, packages or locales changes.
It opens no browser and keeps DATA_DIR. Ctrl-C stops it.
All settings are environment variables: see docs/operate.md.

Examples:
  npm run dev
  DATA_DIR=/tmp/bot LOG_LEVEL=debug npm run dev`;

readCommandLine(usage, {});

const root = join(import.meta.dirname, "..", "..");
const options = [
	"-r",
	"./src/commands/preload.cjs",
	"--watch",
	"--watch-path=src",
	"--watch-path=packages",
	"--watch-path=locales",
];
const child = spawn(process.execPath, [...options, "--watch-preserve-output", "src/commands/start.ts"], {
	cwd: root,
	env: { ...process.env, NO_BROWSER: "1" },
	stdio: "inherit",
});
// A terminal sends Ctrl-C to both processes, another program only to this one. This process must outlive the other one
// in both cases, to return its exit status.
for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => child.kill(name));
await once(child, "exit");
process.exit(child.exitCode ?? 128 + constants.signals[child.signalCode ?? "SIGTERM"]);
