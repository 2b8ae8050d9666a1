import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/** A test that imports one of these starts a server, a process or a database. */
const starters =
	/^(?:test\/support\/(?:new-database|port|process|scratch|telegram)\.ts|node:(?:child_process|dgram|https?|http2|net|tls|worker_threads)|fastify|postgres|fake-porkbun)$/;

/**
 * Paths are relative to the project. The file itself decides, so no list must be kept:
 * - `pure` tests only call functions.
 * - Tests with `parts` start parts of the product in their own process, directly or through a helper.
 * - Tests that replace a module of ours are `alone` in their process: the others share its modules.
 * - Tests of `processes` start our commands or separate database servers. Each start takes about a second of processor
 *   time.
 *
 * `journeys` are the tests with parts that `describeJourneys` and `describeTimedJourneys` play in several combinations.
 */
export function findSuites(): Record<"pure" | "parts" | "alone" | "processes" | "journeys", string[]> {
	const files = globSync(["test/**/*.test.ts", "packages/*/test/**/*.test.ts"], {
		cwd: root,
		exclude: ["test/browser/**", "test/system/**"],
	}).sort();
	const processes = files.filter((file) => /^import .*\b(?:startCommand|openEmbedded|startPair)\b/m.test(read(file)));
	const alone = files.filter((file) => /^vi\.mock\(/m.test(read(file)));
	const shared = files.filter((file) => !processes.includes(file) && !alone.includes(file));
	const parts = shared.filter((file) => startsSomething(file, new Set()));
	return {
		pure: shared.filter((file) => !parts.includes(file)),
		parts,
		alone,
		processes,
		journeys: parts.filter((file) => importsOf(file).includes("test/support/journeys.ts")),
	};
}

/** Directly or through other files of tests. */
function startsSomething(file: string, seen: Set<string>): boolean {
	if (seen.has(file)) return false;
	seen.add(file);
	return importsOf(file).some((each) => starters.test(each) || (isTestFile(each) && startsSomething(each, seen)));
}

/** Without types: packages by name, other files by path. */
function importsOf(file: string): string[] {
	const text = read(file);
	const loads = [/^(?:import|export) (?!type )[^;]*?"([^"]+)";$/gms, /\bimport\("([^"]+)"\)/g];
	return loads
		.flatMap((each) => [...text.matchAll(each)])
		.map(([, from = ""]) => (from.startsWith(".") ? relative(root, join(root, dirname(file), from)) : from));
}

function isTestFile(path: string): boolean {
	return /^(?:packages\/[\w-]+\/)?test\/.*\.ts$/.test(path) && existsSync(join(root, path));
}

function read(file: string): string {
	return readFileSync(join(root, file), "utf8");
}
