import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/sequencer.ts";
import { findSuites } from "./test/support/suites.ts";

/** The test files that take longest. */
const first = [
	"browser/screens.test.ts",
	"system/replicas",
	"system/kill-after-call",
	"system/kill-before-call",
	"browser/page",
	"browser/messages",
	"commands/stop.test.ts",
	"commands/start.test.ts",
	"commands/conformance.test.ts",
	"system/failover",
	"journeys/features",
	"postgres/embedded.test.ts",
	"journeys/watches",
	"commands/backup.test.ts",
	"world/doctor.test.ts",
	"system/rules/zone-file",
	"system/kill",
	"system/container",
	"system/openapi",
];

const { processes, journeys } = findSuites();

/**
 * Tests that need packages of Debian, such as Chromium, tests that start and kill processes, and journeys in the
 * combinations of service and language that `npm test` leaves out.
 */
export default defineConfig({
	test: {
		include: ["test/browser/**/*.test.ts", "test/system/**/*.test.ts", ...processes, ...journeys],
		globalSetup: ["test/support/postgres.ts"],
		pool: "forks",
		execArgv: ["-r", "./src/commands/preload.cjs"],
		provide: { combinations: "the others" },
		// Long tests mostly wait, so more workers than cores save time.
		maxWorkers: 4,
		sequence: { sequencer: longestFirst(first) },
		isolate: false,
		testTimeout: 120_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
