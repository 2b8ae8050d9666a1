import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: ["test/support/postgres.ts"],
		exclude: ["test/browser/**", "test/system/**"],
		pool: "forks",
		// As every command starts, so that the tests run on the driver that the product runs on.
		execArgv: ["-r", "./src/commands/preload.cjs"],
		maxWorkers: 2,
		testTimeout: 20_000,
		hookTimeout: 60_000,
		restoreMocks: true,
		unstubEnvs: true,
	},
});
