import { defineConfig } from "vitest/config";
import { everyRun, startsParts } from "../../test/support/vitest.ts";

/** Runs the tests of this package alone. They start one database server. */
export default defineConfig({
	test: { ...everyRun, ...startsParts, testTimeout: 120_000, include: ["test/**/*.test.ts"] },
});
