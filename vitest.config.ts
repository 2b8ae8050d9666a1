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
		// A machine under load may miss a wait; what fails three times in a row is broken.
		retry: 2,
		restoreMocks: true,
		unstubEnvs: true,
	},
});
