import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/sequencer.ts";
import { findSuites } from "./test/support/suites.ts";
import { everyRun, startsParts } from "./test/support/vitest.ts";

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
		...everyRun,
		...startsParts,
		testTimeout: 120_000,
		include: ["test/browser/**/*.test.ts", "test/system/**/*.test.ts", ...processes, ...journeys],
		provide: { combinations: "the others" },
		sequence: { sequencer: longestFirst(first) },
	},
});
