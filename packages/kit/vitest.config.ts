import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..", "..");

/** Runs the tests of this package alone. They start one database server. */
export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		pool: "forks",
		globalSetup: [join(root, "test/support/postgres.ts")],
		execArgv: ["-r", join(root, "src/commands/preload.cjs")],
		maxWorkers: 4,
		// Our modules have no side effects on import, so test files can share them.
		isolate: false,
		testTimeout: 120_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
