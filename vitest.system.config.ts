import { defineConfig } from "vitest/config";

/** Tests that need packages of Debian, such as Chromium, and tests that kill complete installations. */
export default defineConfig({
	test: {
		include: ["test/browser/**/*.test.ts", "test/system/**/*.test.ts"],
		globalSetup: ["test/support/postgres.ts"],
		pool: "forks",
		execArgv: ["-r", "./src/commands/preload.cjs"],
		maxWorkers: 2,
		isolate: false,
		testTimeout: 120_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
