import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A mutant is dead at the first test that fails, so the file that starts a database comes last. */
class DatabaseLast extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const [slow, fast] = [files.filter(needsDatabase), files.filter((file) => !needsDatabase(file))];
		return [...fast, ...slow];
	}
}

function needsDatabase({ moduleId }: TestSpecification): boolean {
	return /\/(shared-rate-limiter|spending).test.ts$/.test(moduleId);
}

/** The tests of what `stryker.config.json` mutates: few and fast, since each mutant runs those that reach it. */
export default defineConfig({
	test: {
		include: [
			"test/rules/money.test.ts",
			"test/rules/quote.test.ts",
			"test/rules/operation/*.test.ts",
			"test/rules/dns/**/*.test.ts",
			"test/dns/*.test.ts",
			"test/contract/signature.test.ts",
			"test/webhooks/receive.test.ts",
			"test/vault/vault.test.ts",
			"test/client/send.test.ts",
			"test/store/spending.test.ts",
			"test/postgres/shared-rate-limiter.test.ts",
		],
		globalSetup: ["test/support/postgres-when-asked.ts"],
		// Nothing that they share is changed by any of them.
		isolate: false,
		sequence: { sequencer: DatabaseLast },
		testTimeout: 60_000,
		hookTimeout: 60_000,
	},
});
