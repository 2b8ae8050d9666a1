import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/sequencer.ts";
import { findSuites } from "./test/support/suites.ts";

/**
 * The test files that run first, in this order. `limits.test.ts` of the service needs a new worker. When it ran after
 * many other files in the same worker, the service sometimes did not answer one of its requests. The other files take
 * longest.
 */
const first = [
	"limits.test.ts",
	"journeys/features.test.ts",
	"actions/watch/expiry.test.ts",
	"journeys/watches.test.ts",
	"world.test.ts",
	"actions/real-service.test.ts",
	"bot/features/nameservers/list.test.ts",
	"bot/features/profile/index.test.ts",
	"bot/bad-input.test.ts",
	"journeys",
	"jobs",
	"postgres/session.test.ts",
	"actions/watch/live.test.ts",
	"conformance/verdict.test.ts",
	"bot/given-up.test.ts",
	"bot/features/list/index.test.ts",
	"bot/features/dns",
	"actions/operation/doubt.test.ts",
	"http/metrics.test.ts",
];

const { pure, parts } = findSuites();

export default defineConfig({
	test: {
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
		projects: [
			{ extends: true, test: { name: "pure", include: pure, pool: "threads" } },
			{
				extends: true,
				test: {
					name: "parts",
					include: parts,
					pool: "forks",
					globalSetup: ["test/support/postgres.ts"],
					// All commands load this file too. It fixes the database driver, so the tests run with the fixed driver.
					execArgv: ["-r", "./src/commands/preload.cjs"],
					provide: { combinations: "one for each language" },
				},
			},
		],
	},
});
