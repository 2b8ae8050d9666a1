import { defineConfig } from "vitest/config";
import { everyRun } from "../../test/support/vitest.ts";

/** Runs the tests of this package alone. They need no database. */
export default defineConfig({ test: { ...everyRun, include: ["test/**/*.test.ts"] } });
