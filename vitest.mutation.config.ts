import { defineConfig } from "vitest/config";

/** The tests of what `stryker.config.json` mutates: few and fast, since each mutant runs those that reach it. */
export default defineConfig({
	test: {
		include: [
			"test/rules/money.test.ts",
			"test/rules/quote.test.ts",
			"test/rules/operation/*.test.ts",
			"test/contract/signature.test.ts",
			"test/webhooks/receive.test.ts",
			"test/postgres/pace.test.ts",
			"test/vault.test.ts",
		],
		globalSetup: ["test/support/postgres.ts"],
		testTimeout: 20_000,
		hookTimeout: 60_000,
	},
});
