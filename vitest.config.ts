import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/sequencer.ts";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts"],
		globalSetup: ["test/support/postgres.ts"],
		exclude: ["test/browser/**", "test/system/**"],
		pool: "forks",
		// As every command starts, so that the tests run on the driver that the product runs on.
		execArgv: ["-r", "./src/commands/preload.cjs"],
		// Long tests mostly wait, so more workers than cores save time.
		maxWorkers: 4,
		// To import a file does nothing here, so there is nothing to isolate: each worker reads a module once.
		isolate: false,
		sequence: { sequencer: LongestFirst },
		// These end what hangs; how long a test may take on a machine with other work is unknown.
		testTimeout: 60_000,
		hookTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
