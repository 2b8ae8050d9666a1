import { defineConfig } from "vitest/config";

/** Runs the tests of this package alone. They need no database. */
export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		pool: "forks",
		// Our modules have no side effects on import, so test files can share them.
		isolate: false,
		testTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
	},
});
