import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs the tests that need a database last, because a mutant is finished at the first test that fails. */
class DatabaseLast extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const [slow, fast] = [files.filter(needsDatabase), files.filter((file) => !needsDatabase(file))];
		return [...fast, ...slow];
	}
}

function needsDatabase({ moduleId }: TestSpecification): boolean {
	return /\/(shared-rate-limiter|spending).test.ts$/.test(moduleId);
}

/** Few and fast tests of the files in `stryker.config.json`, because each mutant runs all tests that reach it. */
export default defineConfig({
	test: {
		include: [
			"packages/contract/test/money.test.ts",
			"packages/contract/test/names.test.ts",
			"packages/contract/test/look-alike.test.ts",
			"test/rules/quote.test.ts",
			"test/rules/operation/*.test.ts",
			"packages/contract/test/records/*.test.ts",
			"packages/dns/test/**/*.test.ts",
			"test/rules/dns/*.test.ts",
			"packages/contract/test/signature.test.ts",
			"test/webhooks/receive.test.ts",
			"packages/kit/test/vault/vault.test.ts",
			"test/client/send.test.ts",
			"test/store/spending.test.ts",
			"test/postgres/shared-rate-limiter.test.ts",
		],
		globalSetup: ["test/support/postgres-when-asked.ts"],
		// No test changes what the files share.
		isolate: false,
		sequence: { sequencer: DatabaseLast },
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
