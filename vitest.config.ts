import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/sequencer.ts";

/**
 * The test files that run first, in this order. `limits.test.ts` needs a new worker. When it ran after many other files
 * in the same worker, the service sometimes did not answer one of its requests. The other files take long, because they
 * start processes or wait.
 */
const first = [
	"service/limits.test.ts",
	"commands/stop.test.ts",
	"postgres/embedded.test.ts",
	"journeys",
	"world.test.ts",
	"commands",
	"bot/features/profile/index.test.ts",
	"bot/bad-input.test.ts",
	"world/doctor.test.ts",
	"conformance/verdict.test.ts",
	"jobs",
	"actions/real-service.test.ts",
	"postgres/session.test.ts",
	"bot/features/operation/index.test.ts",
	"actions/operation/run-request.test.ts",
];

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
		sequence: { sequencer: longestFirst(first) },
		// These limits only end tests that hang. They are long, because the machine may be busy with other work.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
