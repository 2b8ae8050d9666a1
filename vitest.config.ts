import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: ["test/support/postgres.ts"],
		exclude: ["test/browser/**", "test/system/**"],
		pool: "forks",
		maxWorkers: 2,
		testTimeout: 20_000,
		hookTimeout: 60_000,
		// On a machine with other work a screen may be drawn anew under a tap; a second try is shown in the report.
		retry: 1,
		restoreMocks: true,
		unstubEnvs: true,
	},
});
