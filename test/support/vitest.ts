import { join } from "node:path";
import type { InlineConfig } from "vitest/node";

const root = join(import.meta.dirname, "..", "..");

export const everyRun = {
	// Our modules have no side effects on import, so test files can share them. Each worker loads a module once.
	isolate: false,
	// These limits only end tests that hang. They are long, because the machine may be busy with other work.
	testTimeout: 60_000,
	hookTimeout: 60_000,
	expect: { poll: { timeout: 30_000 } },
	restoreMocks: true,
	unstubEnvs: true,
} satisfies InlineConfig;

/** For tests that start parts of the product, with one database server for all. */
export const startsParts = {
	pool: "forks",
	globalSetup: [join(root, "test/support/postgres.ts")],
	setupFiles: [join(root, "test/support/setup.ts")],
	// All commands load this file too. It fixes the database driver, so the tests run with the fixed driver.
	execArgv: ["-r", join(root, "src/commands/preload.cjs")],
	// Long tests mostly wait, so more workers than cores save time.
	maxWorkers: 4,
} satisfies InlineConfig;
