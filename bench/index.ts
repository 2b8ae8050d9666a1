import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readCommandLine, rejectUsage } from "../src/commands/command-line.ts";
import { openEnvironment } from "./environment.ts";
import type { Figure } from "./figure.ts";
import { describeMachine } from "./machine.ts";
import { measureAttack } from "./measures/attack.ts";
import { measureDomains } from "./measures/domains.ts";
import { measureEvents } from "./measures/events.ts";
import { measureJobs } from "./measures/jobs.ts";
import { measureLarge } from "./measures/large.ts";
import { measureLoad } from "./measures/load.ts";
import { measureNames } from "./measures/names.ts";
import { measureNotifications } from "./measures/notifications.ts";
import { measureInstall, measureTests } from "./measures/package.ts";
import { measureSearch } from "./measures/search.ts";
import { measureSmall } from "./measures/small.ts";
import { measureStart } from "./measures/start.ts";
import { measureStatements } from "./measures/statements.ts";
import { measureTap } from "./measures/tap.ts";
import { measureUpdates } from "./measures/updates.ts";
import { measureWatches } from "./measures/watches.ts";
import { measureZones } from "./measures/zones.ts";
import { readSetting } from "./settings.ts";
import { renderPage, renderTable, renderTablePage } from "./table.ts";

// Runs all measurements one after another and writes the results to docs/bench-table.md and, in short, to
// docs/bench.md. If the command line names measurements, runs only these and prints their results.

const measures: Record<string, () => Promise<Figure[]>> = {
	updates: measureUpdates,
	tap: measureTap,
	statements: measureStatements,
	start: measureStart,
	small: measureSmall,
	events: measureEvents,
	search: measureSearch,
	jobs: measureJobs,
	notifications: measureNotifications,
	domains: measureDomains,
	names: measureNames,
	watches: measureWatches,
	large: measureLarge,
	load: measureLoad,
	zones: measureZones,
	attack: measureAttack,
	install: measureInstall,
	tests: measureTests,
};

const usage = `Usage: npm run bench -- [MEASURE...]

Runs all measures one after another and writes docs/bench.md and docs/bench-table.md, or runs the named ones and only prints them.

Measures: ${Object.keys(measures).join(", ")}

The load lasts BENCH_LOAD_SECONDS (60). The large database has BENCH_PEOPLE (100000).

Examples:
  npm run bench
  npm run bench -- tap search
  BENCH_LOAD_SECONDS=600 npm run bench -- load
  BENCH_PEOPLE=1000000 npm run bench -- large`;

const mostMs = 3_600_000;
const { positionals: named } = readCommandLine(usage, { allowPositionals: true });
const unknown = named.filter((name) => !Object.hasOwn(measures, name));
if (unknown.length > 0) rejectUsage(`Unknown measure ${unknown.join(", ")}: use ${Object.keys(measures).join(", ")}`);
try {
	for (const name of ["BENCH_LOAD_SECONDS", "BENCH_PEOPLE"] as const) readSetting(name);
} catch (error) {
	rejectUsage(error instanceof Error ? error.message : String(error));
}
const machine = await describeThis();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(measures)) {
	if (named.length > 0 && !named.includes(name)) continue;
	const begun = performance.now();
	// The other measurements still run, and the process exits with status 1.
	const found = await Promise.race([measure(), givenUp()]).catch((error: unknown): Figure[] => {
		console.error(`${name}:`, error);
		process.exitCode = 1;
		return [{ what: `${name}: not measured`, ours: "", bare: "", value: Number.NaN, unit: "", goal: { atMost: 0 } }];
	});
	console.error(`${name}: ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
	figures.push(...found);
}
console.log(`${machine.join("\n")}\n\n${renderTable(figures)}`);
if (named.length === 0) {
	const notes = await readFile(join(import.meta.dirname, "notes.md"), "utf8");
	const docs = join(import.meta.dirname, "..", "docs");
	await writeFile(join(docs, "bench-table.md"), renderTablePage(machine, figures));
	await writeFile(join(docs, "bench.md"), renderPage(figures, notes));
}

process.exit();

async function givenUp(): Promise<never> {
	await sleep(mostMs, undefined, { ref: false });
	throw new Error(`it did not end within ${mostMs / 1_000} seconds`);
}

async function describeThis(): Promise<string[]> {
	await using environment = await openEnvironment();
	return await describeMachine(environment.url);
}
