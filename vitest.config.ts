import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/sequencer.ts";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: ["test/support/postgres.ts"],
		exclude: ["test/browser/**", "test/system/**"],
		pool: "forks",
		// All commands load this file too. It fixes the database driver, so the tests run with the fixed driver.
		execArgv: ["-r", "./src/commands/preload.cjs"],
		// Long tests mostly wait, so more workers than cores save time.
		maxWorkers: 4,
		// Our modules have no side effects on import, so test files can share them. Each worker loads a module once.
		isolate: false,
		sequence: { sequencer: LongestFirst },
		// These limits only end tests that hang. They are long, because the machine may be busy with other work.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
