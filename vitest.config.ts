import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/sequencer.ts";
import { findSuites } from "./test/support/suites.ts";
import { everyRun, startsParts } from "./test/support/vitest.ts";

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

const { pure, parts, alone } = findSuites();
const provide = { combinations: "one for each language" } as const;

export default defineConfig({
	test: {
		...everyRun,
		maxWorkers: startsParts.maxWorkers,
		sequence: { sequencer: longestFirst(first) },
		projects: [
			{ extends: true, test: { name: "pure", include: pure, pool: "threads" } },
			{ extends: true, test: { ...startsParts, name: "parts", include: parts, provide } },
			{ extends: true, test: { ...startsParts, name: "alone", include: alone, provide, isolate: true } },
		],
	},
});
