import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readCommandLine, rejectUsage } from "../src/commands/command-line.ts";
import { findSuites } from "../test/support/suites.ts";

const usage = `Usage: npm run quick -- [REVISION]

Checks what a change can break, in half a minute: types, lint, and the tests that a change can affect. These are
- all tests that only call functions;
- changed tests, and the tests of each folder under test/ that mirrors the folder of a changed file.
The change is everything since REVISION, committed or not. Without REVISION, it is what is not committed.

npm test runs all tests of the product. A part that uses the changed one may still fail there.

Examples:
  npm run quick
  npm run quick -- main`;

const root = join(import.meta.dirname, "..");
const { positionals } = readCommandLine(usage, { allowPositionals: true });
const [revision = "HEAD", ...more] = positionals;
if (more.length > 0) rejectUsage(`Unexpected argument '${more[0]}'`);

const git = (...args: string[]): string[] => {
	try {
		return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n");
	} catch {
		return rejectUsage(`git does not know the revision ${revision}`);
	}
};
const changed = [
	...git("diff", "--name-only", "--diff-filter=d", revision, "--"),
	...git("ls-files", "--others", "--exclude-standard"),
].filter((path) => path !== "");

const tests = [...new Set(changed.flatMap(testsOf))];
console.log(`${changed.length} changed files; besides the tests of functions: ${tests.join(", ") || "no tests"}`);
const processes = findSuites().processes.filter((file) => tests.some((path) => file.includes(path)));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const biome = join(root, "node_modules", ".bin", "biome");
const steps = [
	["npm", "run", "--silent", "types"],
	[biome, "check", "--error-on-warnings", "--no-errors-on-unmatched", ...changed],
	[process.execPath, join(import.meta.dirname, "wording.ts")],
	[process.execPath, vitest, "run", "--project", "pure", "--reporter=dot"],
	...(tests.length > 0 ? [[process.execPath, vitest, "run", "--project", "parts", "--passWithNoTests", ...tests]] : []),
	...(processes.length > 0
		? [[process.execPath, vitest, "run", "--config", "vitest.system.config.ts", ...processes]]
		: []),
];
for (const [command = "", ...args] of steps) {
	const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
	if (status !== 0) process.exit(status ?? 1);
}

/** Returns the paths that select the tests of a changed file. They may have no tests. */
function testsOf(path: string): string[] {
	const [, home = "", kind, source = ""] = /^(packages\/[\w-]+\/|)(src|test)\/(.+)\.ts$/.exec(path) ?? [];
	if (kind === "test") return source.endsWith(".test") ? [path] : [];
	if (kind === undefined) return [];
	const tests = `${home}test/`;
	const folder = `${tests}${source.split("/").slice(0, -1).join("/")}`;
	return [`${tests}${source}.test.ts`, `${folder}/`].filter((each) => each !== "test/" && existsSync(join(root, each)));
}
